import { baskets } from '../../support/domain/baskets';
import { shop } from '../../support/domain/shop';
import { inspectedDocument, resolved } from '../../support/inspected-document';

const NAMES =
  '`within-most`, `portions-within-entries`, `few-labels`, `last-label`, `last-entry`, `cover-not-pink`, `small-photo`, `named`';

/** The descriptions of the 422 of each write, by method and path; undefined without a 422. */
async function rejections(types: readonly unknown[]): Promise<Record<string, string | undefined>> {
  const { paths, components } = await inspectedDocument(types);
  const writes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => method !== 'get')
      .map(([method, { responses }]) => {
        const unprocessable = responses['422'] && resolved(components, responses['422']);
        return [`${method} ${path}`, unprocessable?.description as string | undefined];
      }),
  );
  return Object.fromEntries(writes);
}

describe('The 422 of a write in the documents', () => {
  it('names the invariants of the aggregate, except on the delete of its root', async () => {
    const { 'delete /baskets/{id}': deleted, ...all } = await rejections(baskets);
    const inside = Object.entries(all).filter(([write]) => write.includes(' /baskets'));

    expect(inside.length).toBeGreaterThan(15);
    expect(inside.filter(([, description]) => !description?.includes(NAMES))).toEqual([]);
    expect(deleted).not.toContain('invariant');
  });

  it('names those of other aggregates that contain the entity, except on a create', async () => {
    const all = await rejections(baskets);

    expect(all['put /labels/{id}']).toContain(NAMES);
    expect(all['patch /labels/{id}']).toContain(NAMES);
    expect(all['delete /labels/{id}']).toContain(NAMES);
    expect(all['post /labels']).not.toContain('invariant');
  });

  it('names none where no root declares one', async () => {
    expect(Object.values(await rejections(shop)).filter((text) => text?.includes('invariant'))).toEqual([]);
  });
});

describe('The model of a problem in the documents', () => {
  it('has the failed step of a batch, unless there are no batches', async () => {
    const { schemas = {} } = (await inspectedDocument(shop)).components;
    const without = await inspectedDocument(shop, { settings: { batches: { allowed: false } } });

    for (const name of ['Problem', 'ValidationProblem', 'Preview']) {
      expect(schemas[name].properties.step).toMatchObject({ type: 'integer', minimum: 0 });
      expect(without.components.schemas![name].properties).not.toHaveProperty('step');
    }
  });
});

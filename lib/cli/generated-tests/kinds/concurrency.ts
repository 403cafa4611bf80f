import { type GeneratedTest, when } from '../generated-test';
import type { TestPlace } from '../test-place';

/**
 * Tests of `If-Match`, and of the version that every write inside the aggregate increments. Without a version, each path has
 * a tag of its own.
 */
export function concurrencyTests(place: TestPlace): readonly GeneratedTest[] {
  const isOff = place.operations.every(({ input }) => input.concurrency === 'off');
  if (isOff || place.isSingle) return [];
  const hasOwnTag = place.isRoot || !place.hasRootVersion;
  return [...missingIfMatchTests(place), ...(hasOwnTag ? ifMatchTests(place) : rootVersionTests(place))];
}

function missingIfMatchTests(place: TestPlace): readonly GeneratedTest[] {
  const requests = [
    ...(place.has('update') ? [`put(target, app.changes('${place.model}'))`] : []),
    ...(place.has('delete') ? ['delete(target)'] : []),
  ];
  return when(place.requiredHeaders.has('If-Match') && requests.length > 0, {
    title: 'a write without If-Match returns 428 and changes nothing',
    body: `
const target = app.at(path, await add());
const unconditional = ${place.clientWithoutHeaderCall('If-Match')};
const before = await app.rows();

${requests.map((request) => `expect(await unconditional.${request}).toBeProblem(428);`).join('\n')}
expect(await app.rows()).toEqual(before);`,
  });
}

const IF_MATCH = "{ headers: { 'If-Match': tag! } }";

function ifMatchTests(place: TestPlace): readonly GeneratedTest[] {
  if (!place.has('read', 'update') || !changesTag(place)) return [];
  const put = `client.put(app.at(path, entity), app.changes('${place.model}'), ${IF_MATCH})`;
  return [
    {
      title: 'PUT with an outdated ETag returns 412 and changes nothing',
      body: outdatedBody(place, put),
    },
    {
      title: 'PUT with the current ETag succeeds',
      body: `
const entity = await add();
const { tag } = await client.get(app.at(path, entity));

const response = await ${put};

expect(response).toHaveStatus(200);
expect(response.tag).not.toBe(tag);`,
    },
    ...when(place.has('delete'), {
      title: 'DELETE with an outdated ETag returns 412 and deletes nothing',
      body: outdatedBody(place, `client.delete(app.at(path, entity), ${IF_MATCH})`),
    }),
  ];
}

/** Without a field to change, an update does not increment the version, or change the rows, and no ETag becomes outdated. */
function changesTag({ changeableField: field, hasRootVersion }: TestPlace): boolean {
  return field !== undefined && (hasRootVersion || (field.access === 'open' && !field.large));
}

function outdatedBody({ model }: TestPlace, write: string): string {
  return `
const entity = await add();
const { tag } = await client.get(app.at(path, entity));
expect(await client.put(app.at(path, entity), app.changes('${model}'))).toHaveStatus(200);
const before = await app.rows();

const response = await ${write};

expect(response).toBeProblem(412);
expect(await app.rows()).toEqual(before);`;
}

/** Tests that writes of children change the ETag of their root. */
function rootVersionTests(place: TestPlace): readonly GeneratedTest[] {
  if (!place.aggregate.exposure.read) return [];
  return [
    ...when(place.has('create'), rootVersionTest(place, 'POST', `client.post(path, ${place.payloadCall()})`)),
    ...when(
      place.has('update') && place.changeableField,
      rootVersionTest(place, 'PUT', `client.put(app.at(path, entity), app.changes('${place.model}'))`),
    ),
    ...when(place.has('delete'), rootVersionTest(place, 'DELETE', 'client.delete(app.at(path, entity))')),
  ];
}

function rootVersionTest({ aggregate, root }: TestPlace, method: string, write: string): GeneratedTest {
  const outdatedPut = `client.put(target, app.changes('${root.model}'), ${IF_MATCH})`;
  return {
    title: `${method} changes the ETag of the ${root.model}`,
    body: `
${method === 'POST' ? '' : 'const entity = await add();'}
const target = app.at('${root.path}', ${root.variable});
const { tag } = await client.get(target);

const response = await ${write};

expect(response).toHaveStatus('2xx');
expect((await client.get(target)).tag).not.toBe(tag);
${aggregate.exposure.update ? `expect(await ${outdatedPut}).toBeProblem(412);` : ''}`,
  };
}

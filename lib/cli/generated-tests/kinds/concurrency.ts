import { type GeneratedTest, when } from '../generated-test';
import type { TestPlace } from '../test-place';

/** The tag of an earlier version guards a write, and every write inside the aggregate makes a new version. */
export function concurrencyTests(place: TestPlace): readonly GeneratedTest[] {
  const isOff = place.operations.every(({ input }) => input.concurrency === 'off');
  if (isOff || !place.hasVersion || place.isSingle) return [];
  return place.collections.length === 0 ? staleTests(place) : raisingTests(place);
}

function staleTests(place: TestPlace): readonly GeneratedTest[] {
  // Without a field to change, an update leaves the version as it is.
  const { model, changeableField: field } = place;
  const stale = (title: string, write: string): GeneratedTest => ({
    title,
    body: `
const one = await add();
const { tag } = await client.get(app.at(path, one));
expect((await client.put(app.at(path, one), app.changes('${model}'))).status).toBe(200);
const before = await app.rows();

const response = await ${write};

expect(response).toBeProblem(412);
expect(await app.rows()).toEqual(before);`,
  });
  return [
    ...when(
      place.has('read', 'update') && field,
      stale(
        'PUT with the tag of an earlier version is 412, and changes nothing',
        `client.put(app.at(path, one), app.changes('${model}'), { headers: { 'If-Match': tag! } })`,
      ),
      {
        title: 'PUT with the tag of the last version is carried out',
        body: `
const one = await add();
const { tag } = await client.get(app.at(path, one));

const response = await client.put(app.at(path, one), app.changes('${model}'), { headers: { 'If-Match': tag! } });

expect(response.status).toBe(200);
expect(response.tag).not.toBe(tag);`,
      },
    ),
    ...when(
      place.has('read', 'update', 'delete') && field,
      stale(
        'DELETE with the tag of an earlier version is 412, and deletes nothing',
        "client.delete(app.at(path, one), { headers: { 'If-Match': tag! } })",
      ),
    ),
  ];
}

/** Below the root. */
function raisingTests(place: TestPlace): readonly GeneratedTest[] {
  const { root, model, aggregate, changeableField: field } = place;
  if (!aggregate.exposure.read) return [];
  const raising = (title: string, arrange: string, write: string): GeneratedTest => ({
    title: `${title} makes a new version of its ${root.model}`,
    body: `
${arrange}const target = app.at('${root.path}', ${root.variable});
const { tag } = await client.get(target);

const response = await ${write};

expect(response.status).toBeLessThan(300);
expect((await client.get(target)).tag).not.toBe(tag);${
      aggregate.exposure.update
        ? `\nexpect(await client.put(target, app.changes('${root.model}'), { headers: { 'If-Match': tag! } })).toBeProblem(412);`
        : ''
    }`,
  });
  const one = 'const one = await add();\n';
  return [
    ...when(place.has('create'), raising('POST', '', `client.post(path, ${place.payload()})`)),
    ...when(
      place.has('update') && field,
      raising('PUT', one, `client.put(app.at(path, one), app.changes('${model}'))`),
    ),
    ...when(place.has('delete'), raising('DELETE', one, 'client.delete(app.at(path, one))')),
  ];
}

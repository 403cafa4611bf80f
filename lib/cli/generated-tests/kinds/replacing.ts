import { type GeneratedTest, literal, when } from '../generated-test';
import type { TestPlace } from '../test-place';
import { requiredPermissions } from './permissions';

/** Tests of a PUT on a whole collection, whose list replaces its content. */
export function replacingTests(place: TestPlace): readonly GeneratedTest[] {
  const { within, model, key } = place;
  if (!within || !place.has('replace') || !within.exposure.delete || !within.exposure.create) return [];
  const isRead = place.has('list');
  const isLinked = within.kind === 'manyToMany';
  return [
    {
      title: 'PUT of a list creates, keeps and deletes, so that the collection has its elements',
      body: `
const [kept, omitted] = [await add(), await add()];
const payload = await ${place.payload()};

const response = await client.put(path, [payload, { ${key}: app.key(kept) }]);

expect(response.status).toBe(200);
expect(response.body).toMatchObject([app.representation('${model}', payload), app.representation('${model}', kept)]);
${isRead ? `const keys = (await client.get(path)).body.map(keyOf);\nexpect(keys).toHaveLength(2);\nexpect(keys).toContainEqual(app.key(kept));\nexpect(keys).not.toContainEqual(app.key(omitted));` : 'expect(response.body.map(keyOf)).not.toContainEqual(app.key(omitted));'}
`,
    },
    ...when(!isLinked, {
      title: 'PUT of an empty list deletes the children of this parent, and no others',
      body: `
await add();
const other = await app.create('${model}');

const response = await client.put(path, []);

expect(response.body).toEqual([]);
expect(await app.count('${model}')).toBe(1);
await other.reload();`,
    }),
    {
      title: 'PUT of a list with an invalid element changes nothing',
      body: `
await add();
const valid = await ${place.payload()};
const before = await app.rows();

const response = await client.put(path, [valid, { no_such_field: 1 }]);

expect(response).toBeProblem(422);
expect(response).toHaveFieldError('[1].no_such_field');
expect(await app.rows()).toEqual(before);`,
    },
    ...permissionTests(place),
  ];
}

/** The list creates one element and omits another, so it requires the permissions for both. */
function permissionTests(place: TestPlace): readonly GeneratedTest[] {
  const operations = [place.operation('create'), place.operation('delete')];
  const required = [...new Set(operations.flatMap((operation) => (operation ? requiredPermissions(operation) : [])))];
  return when(required.length > 0, {
    title: `PUT of a list requires ${required.join(', ')} to create one element and delete another`,
    body: `
await add();
const payload = await ${place.payload()};
const before = await app.rows();

expect(await app.request.put(path, [payload])).toBeProblem(401);
for (const missing of ${literal(required)}) {
  const others = permissions.filter((permission) => permission !== missing);
  expect(await clientWith(others).put(path, [payload])).toBeProblem(403);
}
expect(await app.rows()).toEqual(before);`,
  });
}

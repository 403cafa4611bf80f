import { type GeneratedTest, when } from '../generated-test';
import { rejectionCode, requiredPermissions } from '../required-permissions';
import type { TestPlace } from '../test-place';

/** Tests of a PUT on a whole collection, whose list replaces its content. */
export function replaceTests(place: TestPlace): readonly GeneratedTest[] {
  const { exposure } = place.collection ?? {};
  if (!place.has('replace') || !exposure?.delete || !exposure.create) return [];
  return [
    {
      title: 'PUT of a list creates new elements, keeps those with a key and removes the others',
      body: replaceBody(place),
    },
    ...when(!place.isLinked, {
      title: 'PUT of an empty list deletes the children of this parent, and no others',
      body: `
await add();
const other = await app.create('${place.model}');

const response = await client.put(path, []);

expect(response.body).toEqual([]);
expect(await app.count('${place.model}')).toBe(1);
await other.reload();`,
    }),
    {
      title: 'PUT of a list with an invalid element changes nothing',
      body: `
await add();
const valid = await ${place.payloadCall()};
const before = await app.rows();

const response = await client.put(path, [valid, { no_such_field: 1 }]);

expect(response).toBeProblem(422);
expect(response).toHaveFieldError('[1].no_such_field');
expect(await app.rows()).toEqual(before);`,
    },
    ...permissionTests(place),
  ];
}

function replaceBody(place: TestPlace): string {
  const { model, keyName } = place;
  const expectListed = `const keys = (await client.get(path)).body.map(keyOf);
expect(keys).toHaveLength(2);
expect(keys).toContainEqual(app.key(kept));
expect(keys).not.toContainEqual(app.key(omitted));`;
  const expectReturned = 'expect(response.body.map(keyOf)).not.toContainEqual(app.key(omitted));';
  return `
const [kept, omitted] = [await add(), await add()];
const payload = await ${place.payloadCall()};

const response = await client.put(path, [payload, { ${keyName}: app.key(kept) }]);

expect(response).toHaveStatus(200);
expect(response.body).toMatchObject([app.representation('${model}', payload), app.representation('${model}', kept)]);
${place.has('list') ? expectListed : expectReturned}`;
}

/** The list of this test creates one element and omits another, so it requires the permissions for both. */
function permissionTests(place: TestPlace): readonly GeneratedTest[] {
  const operations = [place.operation('create'), place.operation('delete')].filter((one) => one !== undefined);
  const required = requiredPermissions(...operations);
  return when(required.length > 0, {
    title: `PUT of a list requires ${required.join(', ')} to create one element and delete another`,
    body: `
await add();
const payload = await ${place.payloadCall()};
${rejectionCode(required, (client) => `${client}.put(path, [payload])`)}`,
  });
}

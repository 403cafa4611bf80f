import { type GeneratedTest, when } from '../generated-test';
import type { TestPlace } from '../test-place';

/** Tests of requests for several entities: all succeed, or nothing changes. */
export function bulkTests(place: TestPlace): readonly GeneratedTest[] {
  if (place.isSingle) return [];
  return [
    ...createTests(place),
    ...readTests(place),
    ...updateTests(place),
    ...duplicatingUpdateTests(place),
    ...deleteTests(place),
  ];
}

function createTests(place: TestPlace): readonly GeneratedTest[] {
  if (!place.has('create')) return [];
  const { model } = place;
  return [
    {
      title: 'POST of a list creates all entities in order',
      body: `
${payloadsCode(place, undefined, undefined)}

const response = await client.post(path, payloads);

expect(response).toHaveStatus(201);
expect(response.body).toMatchObject(payloads.map((payload) => app.representation('${model}', payload)));`,
    },
    ...invalidElementTests(place),
    ...duplicateTests(place),
  ];
}

/** Declares the payloads of a list, each with given values or generated ones. */
function payloadsCode(place: TestPlace, ...elements: readonly (string | undefined)[]): string {
  const lines = elements.map((values) => `  ${place.payloadCall(values)},\n`);
  return `const payloads = await Promise.all([\n${lines.join('')}]);`;
}

function invalidElementTests(place: TestPlace): readonly GeneratedTest[] {
  const [required] = place.requiredFields;
  if (!required) return [];
  return [
    {
      title: 'POST of a list with an invalid element creates nothing',
      body: `
${payloadsCode(place, undefined, `{ ${required.name}: undefined }`)}
const before = await app.rows();

const response = await client.post(path, payloads);

expect(response).toBeProblem(422);
expect(response).toHaveFieldError('[1].${required.wireName}');
expect(await app.rows()).toEqual(before);`,
    },
  ];
}

function duplicateTests(place: TestPlace): readonly GeneratedTest[] {
  const { model, uniqueField: unique, isLinked } = place;
  // In a many-to-many collection, the second element links the entity that the first has created.
  if (!unique || isLinked) return [];
  const duplicate = `{ ${unique.name}: value }`;
  return [
    {
      title: `POST of a list with a duplicate ${unique.wireName} creates nothing`,
      body: `
const [value] = app.values('${model}', '${unique.wireName}', 1);
${payloadsCode(place, undefined, duplicate, duplicate)}
const before = await app.rows();

const response = await client.post(path, payloads);

expect([409, 422]).toContain(response.status);
expect(await app.rows()).toEqual(before);`,
    },
  ];
}

function readTests(place: TestPlace): readonly GeneratedTest[] {
  return when(
    place.has('read'),
    {
      title: 'GET of several keys returns the entities in that order',
      body: `
const [entity, other] = [await add(), await add()];

const response = await client.get(app.at(path, other, entity));

expect(response).toHaveStatus(200);
expect(response.body.map(keyOf)).toEqual([app.key(other), app.key(entity)]);`,
    },
    missingKeyTest(place),
  );
}

/** By configuration, keys without an entity are reported in a header, or the request is rejected. */
function missingKeyTest(place: TestPlace): GeneratedTest {
  const arrangeAndAct = `
const entity = await add();
const deleted = await add();
await app.remove(deleted);

const response = await client.get(app.at(path, deleted, entity));
`;
  if (place.operation('read')?.input.missing !== 'report') {
    return {
      title: 'GET of several keys returns 404 when one is missing',
      body: `${arrangeAndAct}\nexpect(response).toBeProblem(404);`,
    };
  }
  return {
    title: 'GET of several keys reports the missing ones',
    body: `${arrangeAndAct}
expect(response.body.map(keyOf)).toEqual([app.key(entity)]);
expect(response.headers.get('missing-ids')).toBe(encodeURIComponent(String(app.key(deleted))));`,
  };
}

function updateTests(place: TestPlace): readonly GeneratedTest[] {
  const { model, changeableField: field } = place;
  // Several entities cannot have the same value of a unique field.
  if (!field || place.isPartOfKey(field) || !place.has('update', 'list')) return [];
  return [
    {
      title: 'PUT of several keys updates those entities only',
      body: `
const [entity, other, third] = [await add(), await add(), await add()];
const [value] = app.values('${model}', '${field.wireName}', 1);

const response = await client.put(app.at(path, entity, other), { ${field.wireName}: value });

expect(response).toHaveStatus(200);
expect(response.body.map(keyOf)).toEqual([app.key(entity), app.key(other)]);
const changed = app.representation('${model}', { ${field.wireName}: value });
const { ${field.wireName}: before } = app.representation('${model}', third);
const list = (await client.get(path)).body;
for (const [one, values] of [[entity, changed], [other, changed], [third, { ${field.wireName}: before }]] as const) {
  ${place.foundCode('shown', 'list', 'one')}
  expect(shown).toMatchObject(values);
}`,
    },
  ];
}

function duplicatingUpdateTests(place: TestPlace): readonly GeneratedTest[] {
  const { entity, model, uniqueField: unique } = place;
  if (!unique || !place.has('update')) return [];
  // An update ignores or rejects a key that cannot be changed, whatever its value.
  if (unique === entity.key && !entity.isKeyChangeable) return [];
  return [
    {
      title: `PUT of several keys changes nothing when it would duplicate ${unique.wireName}`,
      body: `
const [entity, other] = [await add(), await add()];
const [value] = app.values('${model}', '${unique.wireName}', 1);
const before = await app.rows();

const response = await client.put(app.at(path, entity, other), { ${unique.wireName}: value });

expect([409, 422]).toContain(response.status);
expect(await app.rows()).toEqual(before);`,
    },
  ];
}

function deleteTests(place: TestPlace): readonly GeneratedTest[] {
  return when(place.has('delete', 'list'), {
    title: 'DELETE of several keys removes those entities only',
    body: `
const [entity, other, third] = [await add(), await add(), await add()];

const response = await client.delete(app.at(path, entity, other));

expect(response).toHaveStatus(204);
expect(${place.keysCode('(await client.get(path)).body')}).toEqual([app.key(third)]);`,
  });
}

import { type GeneratedTest, literal, when } from '../generated-test';
import type { TestPlace } from '../test-place';
import { deletingTests } from './deleting';

/** Create, list, read, update, delete. */
export function crudTests(place: TestPlace): readonly GeneratedTest[] {
  if (place.isSingle) return singleTests(place);
  return [...creating(place), ...reading(place), ...updating(place), ...deletingTests(place), ...hiding(place)];
}

function creating(place: TestPlace): readonly GeneratedTest[] {
  const { model } = place;
  return when(place.has('create'), {
    title: 'POST creates one with the values of the payload',
    body: `
const payload = await ${place.payload()};
const before = await app.count('${model}');

const response = await client.post(path, payload);

expect(response.status).toBe(201);
expect(response.body).toMatchObject(app.shown('${model}', payload));
expect(await app.count('${model}')).toBe(before + 1);
${place.has('read') ? `const read = await client.get(\`\${path}/\${response.body.${place.key}}\`);\nexpect(read.body).toMatchObject(app.shown('${model}', payload));` : ''}`,
  });
}

function reading(place: TestPlace): readonly GeneratedTest[] {
  const { model, key } = place;
  const isChild = place.collections.length > 0;
  return [
    ...when(place.has('list'), {
      title: isChild ? 'GET lists those of this parent, and no others' : 'GET lists all of them',
      body: `
const [one, other] = [await add(), await add()];
${isChild ? `await app.create('${model}');` : ''}

const response = await client.get(path);

expect(response.status).toBe(200);
expect(response.body.map(keyOf)).toEqual([app.key(one), app.key(other)]);
expect(response.body[0]).toMatchObject(app.shown('${model}', one));`,
    }),
    ...when(place.has('read'), {
      title: 'GET reads the one that the key names',
      body: `
await add();
const one = await add();

const response = await client.get(app.at(path, one));

expect(response.status).toBe(200);
expect(response.body).toMatchObject(app.shown('${model}', one));
expect(response.body.${key}).toEqual(app.key(one));`,
    }),
  ];
}

function updating(place: TestPlace): readonly GeneratedTest[] {
  const { model, changeableField: field } = place;
  const after = place.has('read') ? '(await client.get(app.at(path, one))).body' : 'response.body';
  return [
    ...when(place.has('update'), {
      title: 'PUT gives one the values of the payload, and leaves the others alone',
      body: `
const [one, other] = [await add(), await add()];
const changes = app.changes('${model}');

const response = await client.put(app.at(path, one), changes);

expect(response.status).toBe(200);
expect(response.body).toMatchObject(app.shown('${model}', changes));
expect(${after}).toMatchObject(app.shown('${model}', changes));
${place.has('read') ? `expect((await client.get(app.at(path, other))).body).toMatchObject(app.shown('${model}', other));` : 'expect(other).toBeDefined();'}`,
    }),
    ...when(place.has('update', 'read') && field, {
      title: 'PUT changes the fields that it names, and no others',
      body: `
const one = await add();
const [value] = app.values('${model}', '${field?.wireName}', 1);

await client.put(app.at(path, one), { ${field?.wireName}: value });

const expected = { ...app.shown('${model}', one), ...app.shown('${model}', { ${field?.wireName}: value }) };
const { body } = await client.get(app.at(path, one));
expect(settable(body)).toEqual(settable(expected));`,
    }),
  ];
}

/** Fields that no response may show, in any of them. */
function hiding(place: TestPlace): readonly GeneratedTest[] {
  const { hiddenNames } = place;
  if (hiddenNames.length === 0 || !place.has('read', 'list')) return [];
  return [
    {
      title: `no response shows ${hiddenNames.join(', ')}`,
      body: `
const one = await add();

const read = await client.get(app.at(path, one));
const list = await client.get(path);

for (const shown of [read.body, ...list.body]) {
  for (const hidden of ${literal(hiddenNames)}) expect(shown).not.toHaveProperty(hidden);
}`,
    },
  ];
}

/** Of the one child that a parent may have. */
function singleTests(place: TestPlace): readonly GeneratedTest[] {
  const { model } = place;
  return [
    ...when(place.has('read'), {
      title: 'GET is 404 as long as there is none',
      body: '\nexpect(await client.get(path)).toBeProblem(404);',
    }),
    ...when(place.has('update', 'read') && place.within?.exposure.create, {
      title: 'PUT creates it, and GET reads it',
      body: `
const payload = await ${place.payload()};

const response = await client.put(path, payload);

expect(response.status).toBe(201);
expect((await client.get(path)).body).toMatchObject(app.shown('${model}', payload));`,
    }),
    ...when(place.has('delete'), {
      title: 'DELETE removes it',
      body: `
await add();

expect((await client.delete(path)).status).toBe(204);
expect(await app.count('${model}')).toBe(0);`,
    }),
  ];
}

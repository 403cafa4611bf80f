import { type GeneratedTest, literal, when } from '../generated-test';
import type { TestPlace } from '../test-place';
import { deletingTests } from './deleting';

/** Tests of create, list, read, update and delete. */
export function crudTests(place: TestPlace): readonly GeneratedTest[] {
  if (place.isSingle) return singleTests(place);
  return [...creating(place), ...reading(place), ...updating(place), ...deletingTests(place), ...hiding(place)];
}

function creating(place: TestPlace): readonly GeneratedTest[] {
  const { model } = place;
  return when(place.has('create'), {
    title: 'POST creates an entity with the values of the payload',
    body: `
const payload = await ${place.payload()};
const before = await app.count('${model}');

const response = await client.post(path, payload);

expect(response.status).toBe(201);
expect(response.body).toMatchObject(app.representation('${model}', payload));
expect(await app.count('${model}')).toBe(before + 1);
${place.has('read') ? `const read = await client.get(\`\${path}/\${response.body.${place.key}}\`);\nexpect(read.body).toMatchObject(app.representation('${model}', payload));` : ''}`,
  });
}

function reading(place: TestPlace): readonly GeneratedTest[] {
  const { model, key } = place;
  const isChild = place.collections.length > 0;
  return [
    ...when(place.has('list'), {
      title: isChild ? 'GET lists only the children of this parent' : 'GET lists all entities',
      body: `
const [entity, other] = [await add(), await add()];
${isChild ? `await app.create('${model}');` : ''}

const response = await client.get(path);

expect(response.status).toBe(200);
expect(response.body.map(keyOf)).toEqual([app.key(entity), app.key(other)]);
expect(response.body[0]).toMatchObject(app.representation('${model}', entity));`,
    }),
    ...when(place.has('read'), {
      title: 'GET returns the entity with the given key',
      body: `
await add();
const entity = await add();

const response = await client.get(app.at(path, entity));

expect(response.status).toBe(200);
expect(response.body).toMatchObject(app.representation('${model}', entity));
expect(response.body.${key}).toEqual(app.key(entity));`,
    }),
  ];
}

function updating(place: TestPlace): readonly GeneratedTest[] {
  const { model, changeableField: field } = place;
  const after = place.has('read') ? '(await client.get(app.at(path, entity))).body' : 'response.body';
  return [
    ...when(place.has('update'), {
      title: 'PUT updates one entity and leaves the others unchanged',
      body: `
const [entity, other] = [await add(), await add()];
const changes = app.changes('${model}');

const response = await client.put(app.at(path, entity), changes);

expect(response.status).toBe(200);
expect(response.body).toMatchObject(app.representation('${model}', changes));
expect(${after}).toMatchObject(app.representation('${model}', changes));
${place.has('read') ? `expect((await client.get(app.at(path, other))).body).toMatchObject(app.representation('${model}', other));` : 'expect(other).toBeDefined();'}`,
    }),
    ...when(place.has('update', 'read') && field, {
      title: 'PUT changes only the fields in the payload',
      body: `
const entity = await add();
const [value] = app.values('${model}', '${field?.wireName}', 1);

await client.put(app.at(path, entity), { ${field?.wireName}: value });

const expected = { ...app.representation('${model}', entity), ...app.representation('${model}', { ${field?.wireName}: value }) };
const { body } = await client.get(app.at(path, entity));
expect(settable(body)).toEqual(settable(expected));`,
    }),
  ];
}

/** Checks that hidden fields appear in no response. */
function hiding(place: TestPlace): readonly GeneratedTest[] {
  const { hiddenNames } = place;
  if (hiddenNames.length === 0 || !place.has('read', 'list')) return [];
  return [
    {
      title: `no response contains ${hiddenNames.join(', ')}`,
      body: `
const entity = await add();

const read = await client.get(app.at(path, entity));
const list = await client.get(path);

for (const shown of [read.body, ...list.body]) {
  for (const hidden of ${literal(hiddenNames)}) expect(shown).not.toHaveProperty(hidden);
}`,
    },
  ];
}

/** Tests of a one-to-one child. */
function singleTests(place: TestPlace): readonly GeneratedTest[] {
  const { model } = place;
  return [
    ...when(place.has('read'), {
      title: 'GET returns 404 before the entity exists',
      body: '\nexpect(await client.get(path)).toBeProblem(404);',
    }),
    ...when(place.has('update', 'read') && place.within?.exposure.create, {
      title: 'PUT creates the entity, and GET returns it',
      body: `
const payload = await ${place.payload()};
${place.requiredHeaders.has('If-Match') ? `const { tag } = await client.get(app.at('${place.root.path}', ${place.root.variable}));` : ''}

const response = await client.put(path, payload${place.requiredHeaders.has('If-Match') ? ", { headers: { 'If-Match': tag! } }" : ''});

expect(response.status).toBe(201);
expect((await client.get(path)).body).toMatchObject(app.representation('${model}', payload));`,
    }),
    ...when(place.has('delete'), {
      title: 'DELETE removes the entity',
      body: `
await add();

expect((await client.delete(path)).status).toBe(204);
expect(await app.count('${model}')).toBe(0);`,
    }),
  ];
}

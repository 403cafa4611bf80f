import { type GeneratedTest, literal, when } from '../generated-test';
import type { TestPlace } from '../test-place';
import { deleteTests } from './deletes';

/** Tests of create, list, read, update and delete. */
export function crudTests(place: TestPlace): readonly GeneratedTest[] {
  if (place.isSingle) return singleTests(place);
  return [
    ...createTests(place),
    ...readTests(place),
    ...updateTests(place),
    ...deleteTests(place),
    ...hiddenFieldTests(place),
  ];
}

function createTests(place: TestPlace): readonly GeneratedTest[] {
  const { model } = place;
  const expectRead = `const read = await client.get(\`\${path}/\${response.body.${place.keyName}}\`);
expect(read.body).toMatchObject(app.representation('${model}', payload));`;
  return when(place.has('create'), {
    title: 'POST creates an entity with the values of the payload',
    body: `
const payload = await ${place.payloadCall()};
const before = await app.count('${model}');

const response = await client.post(path, payload);

expect(response).toHaveStatus(201);
expect(response.body).toMatchObject(app.representation('${model}', payload));
expect(await app.count('${model}')).toBe(before + 1);
${place.has('read') ? expectRead : ''}`,
  });
}

function readTests(place: TestPlace): readonly GeneratedTest[] {
  const { model, keyName, isRoot } = place;
  return [
    ...when(place.has('list'), {
      title: isRoot ? 'GET lists all entities' : 'GET lists only the children of this parent',
      body: `
const [entity, other] = [await add(), await add()];
${isRoot ? '' : `await app.create('${model}');`}

const response = await client.get(path);

expect(response).toHaveStatus(200);
expect(${place.keysCode('response.body')}).toEqual(${place.orderedKeysCode('entity', 'other')});
${place.foundCode('shown', 'response.body', 'entity')}
expect(shown).toMatchObject(app.representation('${model}', entity));`,
    }),
    ...when(place.has('read'), {
      title: 'GET returns the entity with the given key',
      body: `
await add();
const entity = await add();

const response = await client.get(app.at(path, entity));

expect(response).toHaveStatus(200);
expect(response.body).toMatchObject(app.representation('${model}', entity));
expect(response.body.${keyName}).toEqual(app.key(entity));`,
    }),
  ];
}

function updateTests(place: TestPlace): readonly GeneratedTest[] {
  return [
    ...when(place.has('update'), {
      title: place.has('read')
        ? 'PUT updates one entity and leaves the others unchanged'
        : 'PUT updates the entity with the given key',
      body: updateBody(place),
    }),
    ...partialUpdateTests(place),
  ];
}

function updateBody(place: TestPlace): string {
  const { model } = place;
  const isRead = place.has('read');
  const expectRead = `expect((await client.get(app.at(path, entity))).body).toMatchObject(app.representation('${model}', changes));
expect((await client.get(app.at(path, other))).body).toMatchObject(app.representation('${model}', other));`;
  return `
${isRead ? 'const [entity, other] = [await add(), await add()];' : 'const entity = await add();'}
const changes = app.changes('${model}');

const response = await client.put(app.at(path, entity), changes);

expect(response).toHaveStatus(200);
expect(response.body).toMatchObject(app.representation('${model}', changes));
${isRead ? expectRead : ''}`;
}

function partialUpdateTests(place: TestPlace): readonly GeneratedTest[] {
  const { model, changeableField: field } = place;
  if (!field || !place.has('update', 'read')) return [];
  return [
    {
      title: 'PUT changes only the fields in the payload',
      body: `
const entity = await add();
const [value] = app.values('${model}', '${field.wireName}', 1);

expect(await client.put(app.at(path, entity), { ${field.wireName}: value })).toHaveStatus('2xx');

const changed = app.representation('${model}', { ${field.wireName}: value });
const expected = { ...app.representation('${model}', entity), ...changed };
const { body } = await client.get(app.at(path, entity));
expect(settable(body)).toEqual(settable(expected));`,
    },
  ];
}

function hiddenFieldTests(place: TestPlace): readonly GeneratedTest[] {
  const { hiddenNames } = place;
  return when(hiddenNames.length > 0 && place.has('read', 'list'), {
    title: `no response contains ${hiddenNames.join(', ')}`,
    body: `
const entity = await add();

const read = await client.get(app.at(path, entity));
const list = await client.get(path);

for (const shown of [read.body, ...list.body]) {
  for (const hidden of ${literal(hiddenNames)}) expect(shown).not.toHaveProperty(hidden);
}`,
  });
}

/** Tests of a one-to-one child, which PUT creates. */
function singleTests(place: TestPlace): readonly GeneratedTest[] {
  const { model } = place;
  return [
    ...when(place.has('read'), {
      title: 'GET returns 404 before the entity exists',
      body: 'expect(await client.get(path)).toBeProblem(404);',
    }),
    ...when(place.has('update', 'read') && place.collection?.exposure.create, {
      title: 'PUT creates the entity, and GET returns it',
      body: singleCreateBody(place),
    }),
    ...when(place.has('delete'), {
      title: 'DELETE removes the entity',
      body: `
await add();

expect(await client.delete(path)).toHaveStatus(204);
expect(await app.count('${model}')).toBe(0);`,
    }),
  ];
}

function singleCreateBody(place: TestPlace): string {
  const { model, root } = place;
  // `If-Match: *`, which the client sends, does not match a child that does not exist: only the ETag of the root does,
  // or without a version that of the parent.
  const isConditional = place.requiredHeaders.has('If-Match');
  const tagged = place.hasRootVersion
    ? `app.at('${root.path}', ${root.variable})`
    : "path.slice(0, path.lastIndexOf('/'))";
  return `
const payload = await ${place.payloadCall()};
${isConditional ? `const { tag } = await client.get(${tagged});` : ''}

const response = await client.put(path, payload${isConditional ? ", { headers: { 'If-Match': tag! } }" : ''});

expect(response).toHaveStatus(201);
expect((await client.get(path)).body).toMatchObject(app.representation('${model}', payload));`;
}

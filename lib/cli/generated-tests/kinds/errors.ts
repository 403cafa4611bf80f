import type { FieldMetadata } from '../../../metadata';
import { singularize } from '../../../naming';
import { type GeneratedTest, literal, when } from '../generated-test';
import type { TestPlace } from '../test-place';

/** Tests of rejected requests: the status code, and that nothing has changed. */
export function errorTests(place: TestPlace): readonly GeneratedTest[] {
  return [...payloadTests(place), ...keyTests(place), ...parentTests(place), ...queryTests(place)];
}

function payloadTests(place: TestPlace): readonly GeneratedTest[] {
  const { model, requiredFields, plainFields, isSingle } = place;
  const wrong = plainFields.flatMap((field) => wrongValue(field));
  return [
    ...when(place.has('create'), {
      title: 'POST with an unknown field returns 422 and creates nothing',
      body: `
const payload = { ...(await ${place.payload()}), no_such_field: 1 };
const before = await app.rows();

const response = await client.post(path, payload);

expect(response).toBeProblem(422);
expect(response).toHaveFieldError('no_such_field');
expect(await app.rows()).toEqual(before);`,
    }),
    ...when(place.has('create') && requiredFields.length > 0, {
      title: 'POST without %s returns 422 and creates nothing',
      each: { values: literal(requiredFields.map(({ wireName }) => wireName)), parameters: 'name' },
      body: `
const payload = await ${place.payload('[name]: undefined')};
const before = await app.rows();

const response = await client.post(path, payload);

expect(response).toBeProblem(422);
expect(response).toHaveFieldError(name);
expect(await app.rows()).toEqual(before);`,
    }),
    ...when(place.has('create') && wrong.length > 0, {
      title: 'POST with %s = %j returns 422 and creates nothing',
      each: { values: `[${wrong.join(', ')}]`, parameters: 'name, wrong' },
      body: `
const payload = await ${place.payload('[name]: wrong')};
const before = await app.rows();

const response = await client.post(path, payload);

expect(response).toBeProblem(422);
expect(response).toHaveFieldError(name);
expect(await app.rows()).toEqual(before);`,
    }),
    ...when(place.has('update') && !isSingle, {
      title: 'PUT with an unknown field returns 422 and changes nothing',
      body: `
const entity = await add();
const before = await app.rows();

const response = await client.put(app.at(path, entity), { ...app.changes('${model}'), no_such_field: 1 });

expect(response).toBeProblem(422);
expect(response).toHaveFieldError('no_such_field');
expect(await app.rows()).toEqual(before);`,
    }),
  ];
}

/** A value whose type differs from that of the column. */
function wrongValue({ wireName, type }: FieldMetadata): readonly string[] {
  switch (type.kind) {
    case 'json':
    case 'opaque':
      return [];
    case 'string':
    case 'text':
    case 'uuid':
    case 'bytes':
    case 'time':
      return [`['${wireName}', 5]`];
    default:
      return [`['${wireName}', 'no such value']`];
  }
}

function keyTests(place: TestPlace): readonly GeneratedTest[] {
  if (place.isSingle) return [];
  const { model, deletedStatus: status } = place;
  const expectations = [
    ...(place.has('read') ? [`expect(await client.get(deletedPath)).toBeProblem(${status});`] : []),
    ...(place.has('update')
      ? [`expect(await client.put(deletedPath, app.changes('${model}'))).toBeProblem(${status});`]
      : []),
    ...(place.has('delete') ? [`expect(await client.delete(deletedPath)).toBeProblem(${status});`] : []),
  ];
  return when(expectations.length > 0, {
    title: `the key of a deleted entity returns ${status}`,
    body: `
const entity = await add();
const deletedPath = app.at(path, entity);
await app.remove(entity);

${expectations.join('\n')}`,
  });
}

/** A child is not found through a parent that is not its own. */
function parentTests(place: TestPlace): readonly GeneratedTest[] {
  const { collections, model, root, within } = place;
  if (!within || place.isSingle || collections.some(({ kind }) => kind === 'oneToOne')) return [];
  const expectations = [
    ...(place.has('read') ? ['expect(await client.get(otherPath)).toBeProblem(404);'] : []),
    ...(place.has('update') ? [`expect(await client.put(otherPath, app.changes('${model}'))).toBeProblem(404);`] : []),
    ...(place.has('delete') ? ['expect(await client.delete(otherPath)).toBeProblem(404);'] : []),
  ];
  const parents =
    collections.length === 1
      ? `const otherRoot = await app.create('${root.model}');\nconst otherPath = app.at(\`\${app.at('${root.path}', otherRoot)}/${within.wireName}\`, entity);`
      : `const otherRoot = await app.create('${root.model}');\nconst otherPath = app.at(path, entity).replace(app.at('${root.path}', ${root.variable}), app.at('${root.path}', otherRoot));`;
  return when(expectations.length > 0, {
    title: `the path of another ${root.model} returns 404 and leaves the ${singularize(within.property)} unchanged`,
    body: `
const entity = await add();
${parents}
const before = await app.rows();

${expectations.join('\n')}

expect(await app.rows()).toEqual(before);`,
  });
}

function queryTests(place: TestPlace): readonly GeneratedTest[] {
  return when(place.has('list') && !place.isSingle, {
    title: 'GET with an unknown parameter or an invalid page returns 400',
    body: `
expect(await client.get(\`\${path}?no_such_parameter=1\`)).toBeProblem(400);
expect(await client.get(\`\${path}?page=0\`)).toBeProblem(400);`,
  });
}

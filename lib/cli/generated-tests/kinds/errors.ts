import type { FieldMetadata } from '../../../metadata';
import { singularize } from '../../../naming';
import { type GeneratedTest, literal, when } from '../generated-test';
import type { TestPlace } from '../test-place';

/** What is refused, with the right status, and without a change. */
export function errorTests(place: TestPlace): readonly GeneratedTest[] {
  return [...payloadTests(place), ...keyTests(place), ...strangerTests(place), ...queryTests(place)];
}

function payloadTests(place: TestPlace): readonly GeneratedTest[] {
  const { model, requiredFields, plainFields, isSingle } = place;
  const wrong = plainFields.flatMap((field) => wrongValue(field));
  return [
    ...when(place.has('create'), {
      title: 'POST with an unknown field is 422, and creates none',
      body: `
const payload = { ...(await ${place.payload()}), no_such_field: 1 };
const before = await app.rows();

const response = await client.post(path, payload);

expect(response).toBeProblem(422);
expect(response).toHaveFieldError('no_such_field');
expect(await app.rows()).toEqual(before);`,
    }),
    ...when(place.has('create') && requiredFields.length > 0, {
      title: 'POST without %s is 422, and creates none',
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
      title: 'POST with a %s that is %j is 422, and creates none',
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
      title: 'PUT with an unknown field is 422, and changes none',
      body: `
const one = await add();
const before = await app.rows();

const response = await client.put(app.at(path, one), { ...app.changes('${model}'), no_such_field: 1 });

expect(response).toBeProblem(422);
expect(response).toHaveFieldError('no_such_field');
expect(await app.rows()).toEqual(before);`,
    }),
  ];
}

/** A value of another type than the column has. */
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
  const { model } = place;
  const methods = [
    ...(place.has('read') ? ['expect(await client.get(gone)).toBeProblem(404);'] : []),
    ...(place.has('update') ? [`expect(await client.put(gone, app.changes('${model}'))).toBeProblem(404);`] : []),
    ...(place.has('delete') ? ['expect(await client.delete(gone)).toBeProblem(404);'] : []),
  ];
  return when(methods.length > 0, {
    title: 'A key that nothing has is 404',
    body: `
const one = await add();
const gone = app.at(path, one);
await app.remove(one);

${methods.join('\n')}`,
  });
}

/** What is below another parent is not found by this one, and not touched. */
function strangerTests(place: TestPlace): readonly GeneratedTest[] {
  const { collections, model, root, within } = place;
  if (!within || place.isSingle || collections.some(({ kind }) => kind === 'oneToOne')) return [];
  const elsewhere = [
    ...(place.has('read') ? ['expect(await client.get(elsewhere)).toBeProblem(404);'] : []),
    ...(place.has('update') ? [`expect(await client.put(elsewhere, app.changes('${model}'))).toBeProblem(404);`] : []),
    ...(place.has('delete') ? ['expect(await client.delete(elsewhere)).toBeProblem(404);'] : []),
  ];
  const last = collections.length === 1;
  const parents = last
    ? `const stranger = await app.create('${root.model}');\nconst elsewhere = app.at(\`\${app.at('${root.path}', stranger)}/${within.wireName}\`, one);`
    : `const stranger = await app.create('${root.model}');\nconst elsewhere = app.at(path, one).replace(app.at('${root.path}', ${root.variable}), app.at('${root.path}', stranger));`;
  return when(elsewhere.length > 0, {
    title: `A ${singularize(within.property)} of another ${root.model} is 404, and stays as it is`,
    body: `
const one = await add();
${parents}
const before = await app.rows();

${elsewhere.join('\n')}

expect(await app.rows()).toEqual(before);`,
  });
}

function queryTests(place: TestPlace): readonly GeneratedTest[] {
  return when(place.has('list') && !place.isSingle, {
    title: 'GET with an unknown parameter, or a page that is none, is 400',
    body: `
expect(await client.get(\`\${path}?no_such_parameter=1\`)).toBeProblem(400);
expect(await client.get(\`\${path}?page=0\`)).toBeProblem(400);`,
  });
}

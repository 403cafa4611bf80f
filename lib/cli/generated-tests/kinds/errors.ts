import type { FieldMetadata } from '../../../metadata';
import { type GeneratedTest, literal, when } from '../generated-test';
import { otherRootPathCode } from '../other-root-path-code';
import type { TestPlace } from '../test-place';

/** Tests of rejected requests: the status code, and that nothing has changed. */
export function errorTests(place: TestPlace): readonly GeneratedTest[] {
  return [
    ...createTests(place),
    ...updateTests(place),
    ...deletedEntityTests(place),
    ...otherRootTests(place),
    ...queryTests(place),
  ];
}

function createTests(place: TestPlace): readonly GeneratedTest[] {
  const { requiredFields, plainFields } = place;
  if (!place.has('create')) return [];
  const wrongValues = plainFields.flatMap((field) => wrongValue(field));
  return [
    {
      title: 'POST with an unknown field returns 422 and creates nothing',
      body: rejectedPostBody(`{ ...(await ${place.payloadCall()}), no_such_field: 1 }`, "'no_such_field'"),
    },
    ...when(requiredFields.length > 0, {
      title: 'POST without %s returns 422 and creates nothing',
      each: { rows: requiredFields.map(({ wireName }) => literal(wireName)), parameters: 'name' },
      body: rejectedPostBody(`await ${place.payloadCall('{ [name]: undefined }')}`, 'name'),
    }),
    ...when(wrongValues.length > 0, {
      title: 'POST with %s = %j returns 422 and creates nothing',
      each: { rows: wrongValues, parameters: 'name, wrong' },
      body: rejectedPostBody(`await ${place.payloadCall('{ [name]: wrong }')}`, 'name'),
    }),
  ];
}

/** A payload that is rejected because of a field. Both are code. */
function rejectedPostBody(payload: string, field: string): string {
  return `
const payload = ${payload};
const before = await app.rows();

const response = await client.post(path, payload);

expect(response).toBeProblem(422);
expect(response).toHaveFieldError(${field});
expect(await app.rows()).toEqual(before);`;
}

/** The row of a field with a value of another type; none for a field that accepts every value. */
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

function updateTests(place: TestPlace): readonly GeneratedTest[] {
  return when(place.has('update') && !place.isSingle, {
    title: 'PUT with an unknown field returns 422 and changes nothing',
    body: `
const entity = await add();
const before = await app.rows();

const response = await client.put(app.at(path, entity), { ...app.changes('${place.model}'), no_such_field: 1 });

expect(response).toBeProblem(422);
expect(response).toHaveFieldError('no_such_field');
expect(await app.rows()).toEqual(before);`,
  });
}

function deletedEntityTests(place: TestPlace): readonly GeneratedTest[] {
  const { deletedStatus } = place;
  const expectations = rejectedRequests(place, 'deletedPath', deletedStatus);
  return when(!place.isSingle && expectations.length > 0, {
    title: `requests for a deleted entity return ${deletedStatus}`,
    body: `
const entity = await add();
const deletedPath = app.at(path, entity);
await app.remove(entity);

${expectations.join('\n')}`,
  });
}

/** Tests that a child is not found below another root. */
function otherRootTests(place: TestPlace): readonly GeneratedTest[] {
  if (place.isRoot || place.collections.some(({ kind }) => kind === 'oneToOne')) return [];
  const expectations = rejectedRequests(place, 'otherPath', 404);
  return when(expectations.length > 0, {
    title: `requests with the key of another ${place.root.model} in the path return 404 and change nothing`,
    body: `
const entity = await add();
${otherRootPathCode(place)}
const before = await app.rows();

${expectations.join('\n')}

expect(await app.rows()).toEqual(before);`,
  });
}

/** Expects each request that has a route to be rejected. */
export function rejectedRequests(place: TestPlace, path: string, status: number): readonly string[] {
  const requests = [
    ...(place.has('read') ? [`get(${path})`] : []),
    ...(place.has('update') ? [`put(${path}, app.changes('${place.model}'))`] : []),
    ...(place.has('delete') ? [`delete(${path})`] : []),
  ];
  return requests.map((request) => `expect(await client.${request}).toBeProblem(${status});`);
}

function queryTests(place: TestPlace): readonly GeneratedTest[] {
  return when(place.has('list') && !place.isSingle, {
    title: 'GET with an unknown parameter or an invalid page returns 400',
    body: `
expect(await client.get(\`\${path}?no_such_parameter=1\`)).toBeProblem(400);
expect(await client.get(\`\${path}?page=0\`)).toBeProblem(400);`,
  });
}

import { type GeneratedTest, when } from '../generated-test';
import type { TestPlace } from '../test-place';

/** Several in one request: all of it, or nothing. */
export function bulkTests(place: TestPlace): readonly GeneratedTest[] {
  if (place.isSingle) return [];
  return [...creating(place), ...reading(place), ...updating(place), ...deleting(place)];
}

function creating(place: TestPlace): readonly GeneratedTest[] {
  const { model, requiredFields, uniqueField: unique } = place;
  const [required] = requiredFields;
  return [
    ...when(place.has('create'), {
      title: 'POST of a list creates all of them, in its order',
      body: `
const payloads = await Promise.all([
  ${place.payload()},
  ${place.payload()},
]);

const response = await client.post(path, payloads);

expect(response.status).toBe(201);
expect(response.body).toMatchObject(payloads.map((payload) => app.shown('${model}', payload)));`,
    }),
    ...when(place.has('create') && required, {
      title: 'POST of a list with an invalid element creates none',
      body: `
const payloads = await Promise.all([
  ${place.payload()},
  ${place.payload(`${required?.name}: undefined`)},
]);
const before = await app.rows();

const response = await client.post(path, payloads);

expect(response).toBeProblem(422);
expect(response).toHaveFieldError('[1].${required?.wireName}');
expect(await app.rows()).toEqual(before);`,
    }),
    ...when(place.has('create') && unique && place.within?.kind !== 'manyToMany', {
      title: `POST of a list with the same ${unique?.wireName} twice creates none`,
      body: `
const [value] = app.values('${model}', '${unique?.wireName}', 1);
const payloads = await Promise.all([
  ${place.payload()},
  ${place.payload(`${unique?.name}: value`)},
  ${place.payload(`${unique?.name}: value`)},
]);
const before = await app.rows();

const response = await client.post(path, payloads);

expect([409, 422]).toContain(response.status);
expect(await app.rows()).toEqual(before);`,
    }),
  ];
}

function reading(place: TestPlace): readonly GeneratedTest[] {
  const isReported = place.operation('read')?.input.missing === 'report';
  const gone = 'const gone = await add();\nawait app.remove(gone);';
  return when(
    place.has('read'),
    {
      title: 'GET of several keys reads them in that order',
      body: `
const [one, other] = [await add(), await add()];

const response = await client.get(app.at(path, other, one));

expect(response.status).toBe(200);
expect(response.body.map(keyOf)).toEqual([app.key(other), app.key(one)]);`,
    },
    {
      title: isReported
        ? 'GET of several keys reports those that are not there'
        : 'GET with a key that is not there is 404',
      body: `
const one = await add();
${gone}

const response = await client.get(app.at(path, gone, one));

${
  isReported
    ? "expect(response.body.map(keyOf)).toEqual([app.key(one)]);\nexpect(response.headers.get('missing-ids')).toBe(String(app.key(gone)));"
    : 'expect(response).toBeProblem(404);'
}`,
    },
  );
}

function updating(place: TestPlace): readonly GeneratedTest[] {
  const { model, changeableField: field, uniqueField: unique } = place;
  const isUnique = unique && unique === field;
  return [
    ...when(place.has('update', 'list') && field && !isUnique, {
      title: 'PUT of several keys changes all of these, and no others',
      body: `
const [one, other, third] = [await add(), await add(), await add()];
const [value] = app.values('${model}', '${field?.wireName}', 1);

const response = await client.put(app.at(path, one, other), { ${field?.wireName}: value });

expect(response.status).toBe(200);
expect(response.body.map(keyOf)).toEqual([app.key(one), app.key(other)]);
const changed = app.shown('${model}', { ${field?.wireName}: value });
const { ${field?.wireName}: before } = app.shown('${model}', third);
expect((await client.get(path)).body).toMatchObject([changed, changed, { ${field?.wireName}: before }]);`,
    }),
    ...when(place.has('update') && unique && place.operation('update') && isSettable(place), {
      title: `PUT of several keys that would give all the same ${unique?.wireName} changes none`,
      body: `
const [one, other] = [await add(), await add()];
const [value] = app.values('${model}', '${unique?.wireName}', 1);
const before = await app.rows();

const response = await client.put(app.at(path, one, other), { ${unique?.wireName}: value });

expect([409, 422]).toContain(response.status);
expect(await app.rows()).toEqual(before);`,
    }),
  ];
}

/** A key that updates may not change is ignored where it is the same, else another error. */
function isSettable({ entity, uniqueField }: TestPlace): boolean {
  return uniqueField !== entity.key || entity.isKeyChangeable;
}

function deleting(place: TestPlace): readonly GeneratedTest[] {
  return when(place.has('delete', 'list'), {
    title: 'DELETE of several keys removes these, and no others',
    body: `
const [one, other, third] = [await add(), await add(), await add()];

const response = await client.delete(app.at(path, one, other));

expect(response.status).toBe(204);
expect((await client.get(path)).body.map(keyOf)).toEqual([app.key(third)]);`,
  });
}

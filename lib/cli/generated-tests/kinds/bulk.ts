import { type GeneratedTest, when } from '../generated-test';
import type { TestPlace } from '../test-place';

/** Tests of requests for several entities: all succeed, or nothing changes. */
export function bulkTests(place: TestPlace): readonly GeneratedTest[] {
  if (place.isSingle) return [];
  return [...creating(place), ...reading(place), ...updating(place), ...deleting(place)];
}

function creating(place: TestPlace): readonly GeneratedTest[] {
  const { model, requiredFields, uniqueField: unique } = place;
  const [required] = requiredFields;
  return [
    ...when(place.has('create'), {
      title: 'POST of a list creates all entities in order',
      body: `
const payloads = await Promise.all([
  ${place.payload()},
  ${place.payload()},
]);

const response = await client.post(path, payloads);

expect(response.status).toBe(201);
expect(response.body).toMatchObject(payloads.map((payload) => app.representation('${model}', payload)));`,
    }),
    ...when(place.has('create') && required, {
      title: 'POST of a list with an invalid element creates nothing',
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
      title: `POST of a list with a duplicate ${unique?.wireName} creates nothing`,
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
  const deleted = 'const deleted = await add();\nawait app.remove(deleted);';
  return when(
    place.has('read'),
    {
      title: 'GET of several keys returns the entities in that order',
      body: `
const [entity, other] = [await add(), await add()];

const response = await client.get(app.at(path, other, entity));

expect(response.status).toBe(200);
expect(response.body.map(keyOf)).toEqual([app.key(other), app.key(entity)]);`,
    },
    {
      title: isReported
        ? 'GET of several keys reports the missing ones'
        : 'GET of several keys returns 404 when one is missing',
      body: `
const entity = await add();
${deleted}

const response = await client.get(app.at(path, deleted, entity));

${
  isReported
    ? "expect(response.body.map(keyOf)).toEqual([app.key(entity)]);\nexpect(response.headers.get('missing-ids')).toBe(encodeURIComponent(String(app.key(deleted))));"
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
      title: 'PUT of several keys updates those entities only',
      body: `
const [entity, other, third] = [await add(), await add(), await add()];
const [value] = app.values('${model}', '${field?.wireName}', 1);

const response = await client.put(app.at(path, entity, other), { ${field?.wireName}: value });

expect(response.status).toBe(200);
expect(response.body.map(keyOf)).toEqual([app.key(entity), app.key(other)]);
const changed = app.representation('${model}', { ${field?.wireName}: value });
const { ${field?.wireName}: before } = app.representation('${model}', third);
expect((await client.get(path)).body).toMatchObject([changed, changed, { ${field?.wireName}: before }]);`,
    }),
    ...when(place.has('update') && unique && place.operation('update') && isSettable(place), {
      title: `PUT of several keys changes nothing when it would duplicate ${unique?.wireName}`,
      body: `
const [entity, other] = [await add(), await add()];
const [value] = app.values('${model}', '${unique?.wireName}', 1);
const before = await app.rows();

const response = await client.put(app.at(path, entity, other), { ${unique?.wireName}: value });

expect([409, 422]).toContain(response.status);
expect(await app.rows()).toEqual(before);`,
    }),
  ];
}

/** An update with a key that cannot be changed is ignored or rejected for another reason. */
function isSettable({ entity, uniqueField }: TestPlace): boolean {
  return uniqueField !== entity.key || entity.isKeyChangeable;
}

function deleting(place: TestPlace): readonly GeneratedTest[] {
  return when(place.has('delete', 'list'), {
    title: 'DELETE of several keys removes those entities only',
    body: `
const [entity, other, third] = [await add(), await add(), await add()];

const response = await client.delete(app.at(path, entity, other));

expect(response.status).toBe(204);
expect((await client.get(path)).body.map(keyOf)).toEqual([app.key(third)]);`,
  });
}

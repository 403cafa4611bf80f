import { type GeneratedTest, when } from '../generated-test';
import type { TestPlace } from '../test-place';

/** Tests of `If-Match`, and of the version that every write inside the aggregate increments. */
export function concurrencyTests(place: TestPlace): readonly GeneratedTest[] {
  const isOff = place.operations.every(({ input }) => input.concurrency === 'off');
  if (isOff || !place.hasVersion || place.isSingle) return [];
  const others = place.collections.length === 0 ? staleTests(place) : versionTests(place);
  return [...requiredTests(place), ...others];
}

/** A configuration may require `If-Match`. */
function requiredTests(place: TestPlace): readonly GeneratedTest[] {
  const { model } = place;
  const calls = [
    ...(place.operation('update') ? [`put(target, app.changes('${model}'))`] : []),
    ...(place.operation('delete') ? ['delete(target)'] : []),
  ];
  const isRequired = place.operations.some(({ input }) => input.concurrency === 'required');
  return when(isRequired && calls.length > 0, {
    title: 'a write without If-Match returns 428 and changes nothing',
    body: `
const target = app.at(path, await add());
const unconditional = ${place.clientWithout('If-Match')};
const before = await app.rows();

${calls.map((call) => `expect(await unconditional.${call}).toBeProblem(428);`).join('\n')}
expect(await app.rows()).toEqual(before);`,
  });
}

function staleTests(place: TestPlace): readonly GeneratedTest[] {
  // Without a field to change, an update does not increment the version.
  const { model, changeableField: field } = place;
  const stale = (title: string, write: string): GeneratedTest => ({
    title,
    body: `
const entity = await add();
const { tag } = await client.get(app.at(path, entity));
expect((await client.put(app.at(path, entity), app.changes('${model}'))).status).toBe(200);
const before = await app.rows();

const response = await ${write};

expect(response).toBeProblem(412);
expect(await app.rows()).toEqual(before);`,
  });
  return [
    ...when(
      place.has('read', 'update') && field,
      stale(
        'PUT with an outdated ETag returns 412 and changes nothing',
        `client.put(app.at(path, entity), app.changes('${model}'), { headers: { 'If-Match': tag! } })`,
      ),
      {
        title: 'PUT with the current ETag succeeds',
        body: `
const entity = await add();
const { tag } = await client.get(app.at(path, entity));

const response = await client.put(app.at(path, entity), app.changes('${model}'), { headers: { 'If-Match': tag! } });

expect(response.status).toBe(200);
expect(response.tag).not.toBe(tag);`,
      },
    ),
    ...when(
      place.has('read', 'update', 'delete') && field,
      stale(
        'DELETE with an outdated ETag returns 412 and deletes nothing',
        "client.delete(app.at(path, entity), { headers: { 'If-Match': tag! } })",
      ),
    ),
  ];
}

/** Writes of children change the ETag of the root. */
function versionTests(place: TestPlace): readonly GeneratedTest[] {
  const { root, model, aggregate, changeableField: field } = place;
  if (!aggregate.exposure.read) return [];
  const changesTag = (title: string, arrange: string, write: string): GeneratedTest => ({
    title: `${title} changes the ETag of its ${root.model}`,
    body: `
${arrange}const target = app.at('${root.path}', ${root.variable});
const { tag } = await client.get(target);

const response = await ${write};

expect(response.status).toBeLessThan(300);
expect((await client.get(target)).tag).not.toBe(tag);${
      aggregate.exposure.update
        ? `\nexpect(await client.put(target, app.changes('${root.model}'), { headers: { 'If-Match': tag! } })).toBeProblem(412);`
        : ''
    }`,
  });
  const arrange = 'const entity = await add();\n';
  return [
    ...when(place.has('create'), changesTag('POST', '', `client.post(path, ${place.payload()})`)),
    ...when(
      place.has('update') && field,
      changesTag('PUT', arrange, `client.put(app.at(path, entity), app.changes('${model}'))`),
    ),
    ...when(place.has('delete'), changesTag('DELETE', arrange, 'client.delete(app.at(path, entity))')),
  ];
}

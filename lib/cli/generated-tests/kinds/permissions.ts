import type { Operation } from '../../../rest';
import { permissionsIn } from '../../../security';
import { type GeneratedTest, literal } from '../generated-test';
import type { TestPlace } from '../test-place';

/** 401 for nobody, 403 without each permission that a route needs, and the others pass. */
export function permissionTests(place: TestPlace): readonly GeneratedTest[] {
  return place.operations
    .filter(({ method, verb, permissions }) => method !== 'PATCH' && verb !== 'act' && permissions.length > 0)
    .flatMap((operation) => needing(place, operation));
}

function needing(place: TestPlace, operation: Operation): readonly GeneratedTest[] {
  const { method, verb } = operation;
  const needed = neededBy(operation);
  const target = verb === 'create' || verb === 'list' || place.isSingle ? 'path' : 'app.at(path, await add())';
  const changes = `app.changes('${place.model}')`;
  const body =
    verb === 'create' || place.isSingle ? `await ${place.payload()}` : verb === 'update' ? changes : 'undefined';
  return [
    {
      title: `${method} to ${verb} needs ${needed.join(', ')}`,
      body: `
const target = ${target};
const body = ${body};
const before = await app.rows();

expect(await app.request.send('${method}', target, { body })).toBeProblem(401);
for (const missing of ${literal(needed)}) {
  const others = permissions.filter((one) => one !== missing);
  expect(await app.as({ name: 'other', permissions: others }).send('${method}', target, { body })).toBeProblem(403);
}
expect(await app.rows()).toEqual(before);

const permitted = app.as({ name: 'permitted', permissions: ${literal(needed)} });
expect((await permitted.send('${method}', target, { body })).status).toBeLessThan(300);`,
    },
  ];
}

export function neededBy({ permissions }: Operation): readonly string[] {
  return permissionsIn(permissions);
}

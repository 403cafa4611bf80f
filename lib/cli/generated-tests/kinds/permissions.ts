import { isWritable, type Operation } from '../../../rest';
import { entriesFor, permissionsIn } from '../../../security';
import { type GeneratedTest, literal } from '../generated-test';
import type { TestPlace } from '../test-place';

/** The verbs whose permissions are tested here; those of other operations are tested with them. */
const VERBS: ReadonlySet<Operation['verb']> = new Set(['create', 'list', 'read', 'update', 'delete', 'restore']);

/** Tests of permissions: 401 without credentials, 403 without any one of the required permissions, success with all. */
export function permissionTests(place: TestPlace): readonly GeneratedTest[] {
  return place.operations
    .filter(({ method, verb, permissions }) => method !== 'PATCH' && VERBS.has(verb) && permissions.length > 0)
    .flatMap((operation) => requiring(place, operation));
}

function requiring(place: TestPlace, operation: Operation): readonly GeneratedTest[] {
  const { method, verb } = operation;
  const required = requiredPermissions(operation);
  const target = verb === 'create' || verb === 'list' || place.isSingle ? 'path' : 'app.at(path, await add())';
  const suffix = verb === 'restore' ? " + '/restore'" : '';
  // A read or a delete needs an entity, which a single child is not before it is stored.
  const stored = place.isSingle ? 'await add();\n' : '';
  const permitted = [...new Set([...required, ...fieldPermissions(place, operation)])];
  const changes = `app.changes('${place.model}')`;
  const body =
    verb === 'create' || place.isSingle ? `await ${place.payload()}` : verb === 'update' ? changes : 'undefined';
  return [
    {
      title: `${method} (${verb}) requires ${required.join(', ')}`,
      body: `
${stored}const target = ${target}${suffix};
const body = ${body};
const before = await app.rows();

expect(await app.request.send('${method}', target, { body })).toBeProblem(401);
for (const missing of ${literal(required)}) {
  const others = permissions.filter((permission) => permission !== missing);
  expect(await clientWith(others).send('${method}', target, { body })).toBeProblem(403);
}
expect(await app.rows()).toEqual(before);

const permitted = clientWith(${literal(permitted)});
expect((await permitted.send('${method}', target, { body })).status).toBeLessThan(300);`,
    },
  ];
}

/** The permissions of the fields that a payload sets. */
function fieldPermissions({ entity }: TestPlace, { verb }: Operation): readonly string[] {
  if (verb !== 'create' && verb !== 'update') return [];
  const fields = [...entity.fields.values()].filter((field) => isWritable(entity, field, verb));
  return fields.flatMap((field) => permissionsIn(entriesFor(field, verb === 'create' ? 'POST' : 'PUT')));
}

export function requiredPermissions({ permissions }: Operation): readonly string[] {
  return permissionsIn(permissions);
}

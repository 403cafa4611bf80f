import { isWritable, type Operation } from '../../../rest';
import { entriesFor, permissionsIn } from '../../../security';
import { type GeneratedTest, literal } from '../generated-test';
import { rejectionCode, requiredPermissions } from '../required-permissions';
import type { TestPlace } from '../test-place';

/** The verbs whose permissions are tested here; those of other operations are tested with them. */
const VERBS: ReadonlySet<Operation['verb']> = new Set(['create', 'list', 'read', 'update', 'delete', 'restore']);

/** Tests of permissions: 401 without credentials, 403 without any one of the required permissions, success with all. */
export function permissionTests(place: TestPlace): readonly GeneratedTest[] {
  return place.operations
    .filter(({ method, verb, permissions }) => method !== 'PATCH' && VERBS.has(verb) && permissions.length > 0)
    .map((operation) => permissionTest(place, operation));
}

function permissionTest(place: TestPlace, operation: Operation): GeneratedTest {
  const { method, verb } = operation;
  const required = requiredPermissions(operation);
  const sufficient = [...new Set([...required, ...fieldPermissions(place, operation)])];
  const send = (client: string) => `${client}.send('${method}', target, { body })`;
  return {
    title: `${method} (${verb}) requires ${required.join(', ')}`,
    body: `
${place.isSingle ? 'await add();' : ''}
const target = ${targetCode(place, verb)};
const body = ${bodyCode(place, verb)};
${rejectionCode(required, send)}

const permitted = clientWith(${literal(sufficient)});
expect((await ${send('permitted')}).status).toBeLessThan(300);`,
  };
}

function targetCode(place: TestPlace, verb: Operation['verb']): string {
  if (verb === 'create' || verb === 'list' || place.isSingle) return 'path';
  return verb === 'restore' ? "app.at(path, await add()) + '/restore'" : 'app.at(path, await add())';
}

function bodyCode(place: TestPlace, verb: Operation['verb']): string {
  if (verb === 'create' || place.isSingle) return `await ${place.payloadCall()}`;
  return verb === 'update' ? `app.changes('${place.model}')` : 'undefined';
}

/** The permissions of the fields that a payload sets. */
function fieldPermissions({ entity }: TestPlace, { verb }: Operation): readonly string[] {
  if (verb !== 'create' && verb !== 'update') return [];
  const fields = [...entity.fields.values()].filter((field) => isWritable(entity, field, verb));
  return fields.flatMap((field) => permissionsIn(entriesFor(field, verb === 'create' ? 'POST' : 'PUT')));
}

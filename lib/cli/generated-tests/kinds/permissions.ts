import { isWritable, type Operation } from '../../../rest';
import { Authorizer, entriesAt, entriesFor, permissionsIn } from '../../../security';
import { type GeneratedTest, literal, when } from '../generated-test';
import { rejectionCode, requiredPermissions } from '../required-permissions';
import type { TestPlace } from '../test-place';

/** The verbs whose permissions are tested here; those of other operations are tested with them. */
const VERBS: ReadonlySet<Operation['verb']> = new Set(['create', 'list', 'read', 'update', 'delete', 'restore']);

/** Tests of permissions: 401 without credentials, 403 without any one of the required permissions, success with all. */
export function permissionTests(place: TestPlace): readonly GeneratedTest[] {
  const operations = place.operations.filter(
    ({ method, verb, permissions }) => method !== 'PATCH' && VERBS.has(verb) && permissions.length > 0,
  );
  return [...operations.map((operation) => permissionTest(place, operation)), ...readerTests(place)];
}

function permissionTest(place: TestPlace, operation: Operation): GeneratedTest {
  const { method, verb } = operation;
  const required = requiredPermissions(operation);
  const sufficient = [...new Set([...required, ...payloadPermissions(place, operation)])];
  const send = (client: string) => `${client}.send('${method}', target, { body })`;
  return {
    title: `${method} (${verb}) requires ${required.join(', ')}`,
    body: `
${place.isSingle ? 'await add();' : ''}
const target = ${targetCode(place, verb)};
const body = ${bodyCode(place, verb)};
${rejectionCode(required, send)}

const permitted = clientWith(${literal(sufficient)});
expect(await ${send('permitted')}).toHaveStatus('2xx');`,
  };
}

const WRITES: ReadonlySet<Operation['verb']> = new Set(['create', 'update', 'delete', 'restore', 'replace']);

/** A test of children: a client that may only read them is refused every protected write. */
function readerTests(place: TestPlace): readonly GeneratedTest[] {
  if (place.isRoot) return [];
  const reading = permissionsIn(entriesAt(place.aggregate.root, place.collections, 'GET'));
  const readerHas = (name: string) => name === Authorizer.AUTHENTICATED || reading.includes(name);
  const writes = place.operations.filter(
    (operation) => WRITES.has(operation.verb) && !requiredPermissions(operation).every(readerHas),
  );
  const requests = writes.map(({ method, verb }) => {
    const target = verb === 'replace' ? 'path' : targetCode(place, verb, 'entity');
    const body = verb === 'replace' ? '[]' : '{}';
    const options = verb === 'delete' || verb === 'restore' ? '' : `, { body: ${body} }`;
    return `expect(await reader.send('${method}', ${target}${options})).toBeProblem(403);`;
  });
  return when(writes.length > 0, {
    title: `A client that may only read is refused ${writes.map(({ method, verb }) => `${method} (${verb})`).join(', ')}`,
    body: `
${requests.some((request) => request.includes('entity')) ? 'const entity = await add();' : 'await add();'}
const reader = clientWith(${literal(reading)});
const before = await app.rows();

${requests.join('\n')}
expect(await app.rows()).toEqual(before);`,
  });
}

function targetCode(place: TestPlace, verb: Operation['verb'], entity = 'await add()'): string {
  if (verb === 'create' || verb === 'list' || place.isSingle) return 'path';
  return verb === 'restore' ? `app.at(path, ${entity}) + '/restore'` : `app.at(path, ${entity})`;
}

function bodyCode(place: TestPlace, verb: Operation['verb']): string {
  if (verb === 'create' || (verb === 'update' && place.isSingle)) return `await ${place.payloadCall()}`;
  return verb === 'update' ? `app.changes('${place.model}')` : 'undefined';
}

/** The permissions of the fields that a payload sets, and of creating an entity in a many-to-many collection. */
function payloadPermissions({ entity, isLinked }: TestPlace, { verb }: Operation): readonly string[] {
  if (verb !== 'create' && verb !== 'update') return [];
  const method = verb === 'create' ? 'POST' : 'PUT';
  const fields = [...entity.fields.values()].filter((field) => isWritable(entity, field, verb));
  return permissionsIn([...(isLinked ? [entity] : []), ...fields].flatMap((one) => entriesFor(one, method)));
}

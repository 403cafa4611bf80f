import { definitionOf, isWritable, type Operation } from '../../../rest';
import { Authorizer, entriesAt, entriesFor, permissionsIn } from '../../../security';
import { type GeneratedTest, literal, when } from '../generated-test';
import { rejectionCode, requiredPermissions } from '../required-permissions';
import { isOfEntities, type TestPlace } from '../test-place';

/** Tests of permissions: 401 without credentials, 403 without any one of the required permissions, success with all. */
export function permissionTests(place: TestPlace): readonly GeneratedTest[] {
  const operations = place.operations.filter(
    (operation) =>
      isOfEntities(operation) &&
      operation.method !== 'PATCH' &&
      operation.permissions.length > 0 &&
      // Its permissions depend on the payload, and are tested with it.
      definitionOf(operation).takes !== 'elements',
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
const target = ${targetCode(operation)};
const body = ${bodyCode(place, operation)};
${rejectionCode(required, send)}

const permitted = clientWith(${literal(sufficient)});
expect(await ${send('permitted')}).toHaveStatus('2xx');`,
  };
}

/** A test of children: a client that may only read them is refused every protected write. */
function readerTests(place: TestPlace): readonly GeneratedTest[] {
  if (place.isRoot) return [];
  const reading = permissionsIn(entriesAt(place.aggregate.root, place.collections, 'GET'));
  const readerHas = (name: string) => name === Authorizer.AUTHENTICATED || reading.includes(name);
  const writes = place.operations.filter(
    (operation) =>
      isOfEntities(operation) && operation.method !== 'GET' && !requiredPermissions(operation).every(readerHas),
  );
  const requests = writes.map((operation) => {
    const { takes } = definitionOf(operation);
    const options = takes ? `, { body: ${takes === 'elements' ? '[]' : '{}'} }` : '';
    return `expect(await reader.send('${operation.method}', ${targetCode(operation, 'entity')}${options})).toBeProblem(403);`;
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

function targetCode(operation: Operation, entity = 'await add()'): string {
  const { suffix } = definitionOf(operation);
  const target = operation.input.keys === 'none' ? 'path' : `app.at(path, ${entity})`;
  return suffix === undefined ? target : `${target} + '/${suffix}'`;
}

function bodyCode(place: TestPlace, operation: Operation): string {
  const { takes } = definitionOf(operation);
  if (takes === 'entities' || takes === 'child') return `await ${place.payloadCall()}`;
  return takes === 'changes' ? `app.changes('${place.model}')` : 'undefined';
}

/** The permissions of the fields that a payload sets, and of creating an entity in a many-to-many collection. */
function payloadPermissions({ entity, isLinked }: TestPlace, operation: Operation): readonly string[] {
  const { takes } = definitionOf(operation);
  if (takes === undefined) return [];
  const [kind, method] = takes === 'entities' ? (['create', 'POST'] as const) : (['update', 'PUT'] as const);
  const fields = [...entity.fields.values()].filter((field) => isWritable(entity, field, kind));
  return permissionsIn([...(isLinked ? [entity] : []), ...fields].flatMap((one) => entriesFor(one, method)));
}

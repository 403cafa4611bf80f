import type { ActionMetadata, ActionParameter } from '../../../metadata';
import type { Operation } from '../../../rest';
import { type GeneratedTest, when } from '../generated-test';
import { otherRootPathCode } from '../other-root-path-code';
import { rejectionCode, requiredPermissions } from '../required-permissions';
import type { TestPlace } from '../test-place';

/** Tests of actions: they act on the entity in the path, and reject unknown keys, other parents and unknown arguments. */
export function actionTests(place: TestPlace): readonly GeneratedTest[] {
  return place.isSingle ? [] : place.actions.flatMap((operation) => testsOf(place, operation));
}

function testsOf(place: TestPlace, operation: Operation): readonly GeneratedTest[] {
  const action = operation.action!;
  const payload = samplePayload(action);
  const rejections = [unknownArgumentTest(action), ...permissionTests(operation, payload ?? '{}')];
  if (payload === undefined) return rejections;
  return [
    effectTest(place, action, payload),
    deletedEntityTest(place, action, payload),
    ...otherRootTests(place, action, payload),
    ...rejections,
  ];
}

/** The request of an action. All arguments but the action are code. */
function put({ name }: ActionMetadata, path: string, payload: string, client = 'client'): string {
  return `${client}.put(\`\${${path}}/${name}\`, ${payload})`;
}

const ENTITY_PATH = 'app.at(path, entity)';

function effectTest(place: TestPlace, action: ActionMetadata, payload: string): GeneratedTest {
  const { model, keyName } = place;
  const isRead = place.has('read');
  const [reason, statuses] = place.isScoped
    ? ['The state of the entity may not allow the action, or its result may be outside the scope', [403, 409, 422]]
    : ['The state of the entity may not allow the action', [409, 422]];
  return {
    title: `PUT …/${action.name} acts on the entity in the path, or is rejected and changes nothing`,
    body: `
${isRead ? 'const [entity, other] = [await add(), await add()];' : 'await add();\nconst other = await add();'}
const before = await app.rows();

const response = await ${put(action, 'app.at(path, other)', payload)};

// ${reason}: then nothing has changed.
if (response.status >= 300) {
  expect([${statuses.join(', ')}]).toContain(response.status);
  expect(await app.rows()).toEqual(before);
  return;
}
${returnsEntity(place, action) ? `expect(response.body.${keyName}).toEqual(app.key(other));` : "expect(response).toHaveStatus('2xx');"}
${isRead ? `expect((await client.get(${ENTITY_PATH})).body).toMatchObject(app.representation('${model}', entity));` : ''}`,
  };
}

function deletedEntityTest({ deletedStatus }: TestPlace, action: ActionMetadata, payload: string): GeneratedTest {
  return {
    title: `PUT …/${action.name} with the key of a deleted entity returns ${deletedStatus}`,
    body: `
const entity = await add();
await app.remove(entity);

expect(await ${put(action, ENTITY_PATH, payload)}).toBeProblem(${deletedStatus});`,
  };
}

function otherRootTests(place: TestPlace, action: ActionMetadata, payload: string): readonly GeneratedTest[] {
  return when(!place.isRoot, {
    title: `PUT …/${action.name} with the key of another ${place.root.model} in the path returns 404 and changes nothing`,
    body: `
const entity = await add();
${otherRootPathCode(place)}
const before = await app.rows();

expect(await ${put(action, 'otherPath', payload)}).toBeProblem(404);
expect(await app.rows()).toEqual(before);`,
  });
}

function unknownArgumentTest(action: ActionMetadata): GeneratedTest {
  return {
    title: `PUT …/${action.name} with an unknown argument returns 422 and changes nothing`,
    body: `
const entity = await add();
const before = await app.rows();

const response = await ${put(action, ENTITY_PATH, '{ no_such_argument: 1 }')};

expect(response).toBeProblem(422);
expect(await app.rows()).toEqual(before);`,
  };
}

function permissionTests(operation: Operation, payload: string): readonly GeneratedTest[] {
  const action = operation.action!;
  const required = requiredPermissions(operation);
  return when(required.length > 0, {
    title: `PUT …/${action.name} requires ${required.join(', ')}`,
    body: `
const entity = await add();
${rejectionCode(required, (client) => put(action, ENTITY_PATH, payload, client))}`,
  });
}

/** Whether the action is declared to return the class of the entity that it acts on. */
function returnsEntity({ entity }: TestPlace, { returns }: ActionMetadata): boolean {
  return returns !== undefined && !returns.isList && returns.type.kind === 'entity' && returns.type.entity === entity;
}

/** Arguments of the declared types; undefined when the types do not determine a valid value. */
function samplePayload({ parameters, schema }: ActionMetadata): string | undefined {
  if (schema) return undefined;
  const sent = parameters.filter(({ source }) => source.kind !== 'path');
  const values = sent.map((parameter) => [parameter.wireName, sampleArgument(parameter)] as const);
  if (values.some(([, value]) => value === undefined)) return undefined;
  return values.length === 0 ? '{}' : `{ ${values.map(([name, value]) => `${name}: ${value}`).join(', ')} }`;
}

function sampleArgument({ source }: ActionParameter): string | undefined {
  switch (source.kind) {
    case 'text':
      return "'sample'";
    case 'number':
    case 'bigint':
      return '1';
    case 'boolean':
      return 'true';
    case 'date':
      return "'2026-01-31T08:30:00Z'";
    case 'duration':
      return "'PT15M'";
    case 'entity':
      return `{ id: app.key(await app.create('${source.entity.name}')) }`;
    default:
      return undefined;
  }
}

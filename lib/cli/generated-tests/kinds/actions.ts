import type { ActionMetadata, ActionParameter } from '../../../metadata';
import type { Operation } from '../../../rest';
import { type GeneratedTest, literal, when } from '../generated-test';
import type { TestPlace } from '../test-place';
import { requiredPermissions } from './permissions';

/** Tests of actions: they act on the entity in the path, and reject unknown arguments, keys and parents. */
export function actionTests(place: TestPlace): readonly GeneratedTest[] {
  return place.isSingle ? [] : place.actions.flatMap((operation) => testsOf(place, operation));
}

function testsOf(place: TestPlace, operation: Operation): readonly GeneratedTest[] {
  const action = operation.action!;
  const call = (entity: string, content: string, client = 'client') =>
    `${client}.put(\`\${app.at(path, ${entity})}/${action.name}\`, ${content})`;
  const content = contentOf(action);
  return [
    ...when(content !== undefined, {
      title: `PUT …/${action.name} acts on the entity in the path, or fails without a change`,
      body: `
const [entity, other] = [await add(), await add()];
const before = await app.rows();

const response = await ${call('other', content!)};

// The state of the entity may not allow the action: then nothing has changed.
if (response.status >= 300) {
  expect([409, 422]).toContain(response.status);
  expect(await app.rows()).toEqual(before);
  return;
}
${returnsOwn(place, action) ? `expect(response.body.${place.key}).toEqual(app.key(other));` : 'expect(response.status).toBeLessThan(300);'}
${place.has('read') ? `expect((await client.get(app.at(path, entity))).body).toMatchObject(app.representation('${place.model}', entity));` : 'expect(entity).toBeDefined();'}`,
    }),
    {
      title: `PUT …/${action.name} with an unknown argument returns 422 and changes nothing`,
      body: `
const entity = await add();
const before = await app.rows();

const response = await ${call('entity', '{ no_such_argument: 1 }')};

expect(response).toBeProblem(422);
expect(await app.rows()).toEqual(before);`,
    },
    ...when(content !== undefined, {
      title: `PUT …/${action.name} with the key of a deleted entity returns ${place.deletedStatus}`,
      body: `
const entity = await add();
await app.remove(entity);

expect(await ${call('entity', content!)}).toBeProblem(${place.deletedStatus});`,
    }),
    ...otherParent(place, action, content),
    ...permissions(
      operation,
      call('entity', content ?? '{}', 'others'),
      call('entity', content ?? '{}', 'app.request'),
    ),
  ];
}

function otherParent(
  place: TestPlace,
  { name }: ActionMetadata,
  content: string | undefined,
): readonly GeneratedTest[] {
  const { root, collections } = place;
  return when(collections.length > 0 && content !== undefined, {
    title: `PUT …/${name} below another ${root.model} returns 404 and changes nothing`,
    body: `
const entity = await add();
const otherRoot = await app.create('${root.model}');
const otherPath = app.at(path, entity).replace(app.at('${root.path}', ${root.variable}), app.at('${root.path}', otherRoot));
const before = await app.rows();

expect(await client.put(\`\${otherPath}/${name}\`, ${content})).toBeProblem(404);
expect(await app.rows()).toEqual(before);`,
  });
}

function permissions(operation: Operation, callOfOthers: string, callOfNobody: string): readonly GeneratedTest[] {
  const required = requiredPermissions(operation);
  return when(required.length > 0, {
    title: `PUT …/${operation.action!.name} requires ${required.join(', ')}`,
    body: `
const entity = await add();
const before = await app.rows();

expect(await ${callOfNobody}).toBeProblem(401);
for (const missing of ${literal(required)}) {
  const others = clientWith(permissions.filter((permission) => permission !== missing));
  expect(await ${callOfOthers}).toBeProblem(403);
}
expect(await app.rows()).toEqual(before);`,
  });
}

/** Whether the action is declared to return the class of the entity that it acts on. */
function returnsOwn({ entity }: TestPlace, { returns }: ActionMetadata): boolean {
  return returns !== undefined && !returns.isList && returns.type.kind === 'entity' && returns.type.entity === entity;
}

/** Arguments of the declared types; undefined when the types do not determine a valid value. */
function contentOf({ parameters, schema }: ActionMetadata): string | undefined {
  if (schema) return undefined;
  const sent = parameters.filter(({ source }) => source.kind !== 'path');
  const values = sent.map((parameter) => [parameter.wireName, argumentOf(parameter)] as const);
  if (values.some(([, value]) => value === undefined)) return undefined;
  return values.length === 0 ? '{}' : `{ ${values.map(([name, value]) => `${name}: ${value}`).join(', ')} }`;
}

function argumentOf({ source }: ActionParameter): string | undefined {
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

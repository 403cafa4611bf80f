import type { ActionMetadata, ActionParameter } from '../../../metadata';
import type { Operation } from '../../../rest';
import { type GeneratedTest, literal, when } from '../generated-test';
import type { TestPlace } from '../test-place';
import { neededBy } from './permissions';

/** Actions on what a place holds: called, refused, and never about another entity than the path names. */
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
      title: `PUT …/${action.name} is carried out on the one that the path names, or refused without a change`,
      body: `
const [one, other] = [await add(), await add()];
const before = await app.rows();

const response = await ${call('other', content!)};

// What the method needs of the entity is not known here: it may refuse, and then nothing has changed.
if (response.status >= 300) {
  expect([409, 422]).toContain(response.status);
  expect(await app.rows()).toEqual(before);
  return;
}
${returnsOwn(place, action) ? `expect(response.body.${place.key}).toEqual(app.key(other));` : 'expect(response.status).toBeLessThan(300);'}
${place.has('read') ? `expect((await client.get(app.at(path, one))).body).toMatchObject(app.shown('${place.model}', one));` : 'expect(one).toBeDefined();'}`,
    }),
    {
      title: `PUT …/${action.name} with an unknown argument is 422, and changes nothing`,
      body: `
const one = await add();
const before = await app.rows();

const response = await ${call('one', '{ no_such_argument: 1 }')};

expect(response).toBeProblem(422);
expect(await app.rows()).toEqual(before);`,
    },
    ...when(content !== undefined, {
      title: `PUT …/${action.name} of a key that nothing has is 404`,
      body: `
const one = await add();
await app.remove(one);

expect(await ${call('one', content!)}).toBeProblem(404);`,
    }),
    ...strangers(place, action, content),
    ...permissions(operation, call('one', content ?? '{}', 'others'), call('one', content ?? '{}', 'app.request')),
  ];
}

function strangers(place: TestPlace, { name }: ActionMetadata, content: string | undefined): readonly GeneratedTest[] {
  const { root, collections } = place;
  return when(collections.length > 0 && content !== undefined, {
    title: `PUT …/${name} below another ${root.model} is 404, and changes nothing`,
    body: `
const one = await add();
const stranger = await app.create('${root.model}');
const elsewhere = app.at(path, one).replace(app.at('${root.path}', ${root.variable}), app.at('${root.path}', stranger));
const before = await app.rows();

expect(await client.put(\`\${elsewhere}/${name}\`, ${content})).toBeProblem(404);
expect(await app.rows()).toEqual(before);`,
  });
}

function permissions(operation: Operation, callOfOthers: string, callOfNobody: string): readonly GeneratedTest[] {
  const needed = neededBy(operation);
  return when(needed.length > 0, {
    title: `PUT …/${operation.action!.name} needs ${needed.join(', ')}`,
    body: `
const one = await add();
const before = await app.rows();

expect(await ${callOfNobody}).toBeProblem(401);
for (const missing of ${literal(needed)}) {
  const others = app.as({ name: 'other', permissions: permissions.filter((permission) => permission !== missing) });
  expect(await ${callOfOthers}).toBeProblem(403);
}
expect(await app.rows()).toEqual(before);`,
  });
}

/** Whether it returns the entity that it acts on, as far as the model says. */
function returnsOwn({ entity }: TestPlace, { returns }: ActionMetadata): boolean {
  return returns !== undefined && !returns.isList && returns.type.kind === 'entity' && returns.type.entity === entity;
}

/** Arguments of the declared types; undefined where types do not tell what is valid. */
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

import type { Operation } from '../../../rest';
import { type GeneratedTest, literal, when } from '../generated-test';
import type { TestPlace } from '../test-place';
import { requiredPermissions } from './permissions';

/** A step of a generated batch. */
interface BatchStep {
  readonly operation: Operation;
  /** The step, as code. */
  readonly code: string;
  /** The same step with an unknown field, as code. */
  readonly invalid: string;
  readonly status: number;
  /** The class of the created entity. */
  readonly created?: string;
}

/** Tests of batches: all steps are carried out, or none. */
export function batchTests(place: TestPlace): readonly GeneratedTest[] {
  const batch = place.operation('batch');
  const steps = (batch?.steps ?? []).flatMap((operation) => stepOf(place, operation));
  if (!batch || steps.length === 0) return [];
  const list = `const steps = [\n${steps.map(({ code }) => `  ${code},\n`).join('')}];`;
  const request = `{ headers: { 'Content-Type': '${batch.mediaType}' } }`;
  const send = (content: string) => `client.patch(app.at(path, entity), { steps: ${content} }, ${request})`;
  const created = [...new Set(steps.flatMap((step) => step.created ?? []))];
  return [
    {
      title: 'PATCH with a batch carries out all of its steps',
      body: `
const entity = await add();
${list}
${created.map((name) => `const before${name} = await app.count('${name}');`).join('\n')}

const response = await ${send('steps')};

expect(response.status).toBe(200);
expect(response.body.steps.map(({ status }: { status: number }) => status)).toEqual([${steps.map(({ status }) => status).join(', ')}]);
${created.map((name) => `expect(await app.count('${name}')).toBe(before${name} + ${steps.filter((step) => step.created === name).length});`).join('\n')}`,
    },
    {
      title: 'PATCH with a batch changes nothing when its last step fails, and reports the step',
      body: `
const entity = await add();
${list}
const before = await app.rows();

const response = await ${send(`[...steps, ${steps.at(-1)!.invalid}]`)};

expect(response).toBeProblem(422);
expect(response.body.step).toBe(${steps.length});
expect(await app.rows()).toEqual(before);`,
    },
    ...permissionTests(steps, list, request),
  ];
}

function permissionTests(steps: readonly BatchStep[], list: string, request: string): readonly GeneratedTest[] {
  const required = [...new Set(steps.flatMap(({ operation }) => requiredPermissions(operation)))];
  return when(required.length > 0, {
    title: `PATCH with a batch requires the permissions of its steps: ${required.join(', ')}`,
    body: `
const entity = await add();
${list}
const before = await app.rows();

expect(await app.request.patch(app.at(path, entity), { steps }, ${request})).toBeProblem(401);
for (const missing of ${literal(required)}) {
  const others = clientWith(permissions.filter((permission) => permission !== missing));
  expect(await others.patch(app.at(path, entity), { steps }, ${request})).toBeProblem(403);
}
expect(await app.rows()).toEqual(before);`,
  });
}

/** A create in a collection of the root, or an update of the root; other steps have no test of their own in a batch. */
function stepOf({ model, changeableField }: TestPlace, operation: Operation): readonly BatchStep[] {
  const { verb, collections, entity } = operation;
  const [collection, ...deeper] = collections;
  if (verb === 'update' && !collection && changeableField) {
    const code = `{ op: 'update', path: '', value: app.changes('${model}') }`;
    const invalid = "{ op: 'update', path: '', value: { no_such_field: 1 } }";
    return [{ operation, code, invalid, status: 200 }];
  }
  if (verb !== 'create' || !collection || deeper.length > 0) return [];
  const { wireName, property } = collection;
  const value = `await app.payloadIn(entity, '${property}')`;
  const code = `{ op: 'create', path: '${wireName}', value: ${value} }`;
  const invalid = `{ op: 'create', path: '${wireName}', value: { no_such_field: 1 } }`;
  return [{ operation, code, invalid, status: 201, created: entity.name }];
}

import type { Operation } from '../../../rest';
import { type GeneratedTest, when } from '../generated-test';
import { rejectionCode, requiredPermissions } from '../required-permissions';
import { setsScope } from '../scoped-clients';
import type { TestPlace } from '../test-place';

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
  const arrange = `const entity = await add();\nconst steps = [\n${steps.map(({ code }) => `  ${code},\n`).join('')}];`;
  const patch = (content: string, client = 'client') =>
    `${client}.patch(app.at(path, entity), ${content}, { headers: { 'Content-Type': '${batch.mediaType}' } })`;
  const required = requiredPermissions(...steps.map(({ operation }) => operation));
  return [
    {
      title: 'PATCH with a batch carries out all of its steps',
      body: successBody(arrange, steps, patch('{ steps }')),
    },
    {
      title: 'PATCH with a batch changes nothing when its last step fails, and reports the step',
      body: `
${arrange}
const before = await app.rows();

const response = await ${patch(`{ steps: [...steps, ${steps.at(-1)!.invalid}] }`)};

expect(response).toBeProblem(422);
expect(response.body.step).toBe(${steps.length});
expect(await app.rows()).toEqual(before);`,
    },
    ...when(required.length > 0, {
      title: `PATCH with a batch requires the permissions of its steps: ${required.join(', ')}`,
      body: `
${arrange}
${rejectionCode(required, (client) => patch('{ steps }', client))}`,
    }),
  ];
}

function successBody(arrange: string, steps: readonly BatchStep[], request: string): string {
  const classes = [...new Set(steps.flatMap(({ created }) => created ?? []))];
  const statuses = steps.map(({ status }) => status);
  const counted = classes.map((name) => `const before${name} = await app.count('${name}');`);
  const expected = classes.map((name) => {
    const count = steps.filter(({ created }) => created === name).length;
    return `expect(await app.count('${name}')).toBe(before${name} + ${count});`;
  });
  return `
${arrange}
${counted.join('\n')}

const response = await ${request};

expect(response).toHaveStatus(200);
expect(response.body.steps.map(({ status }: { status: number }) => status)).toEqual([${statuses.join(', ')}]);
${expected.join('\n')}`;
}

/** The step of a create in a collection of the root, or of an update of the root. Batches are tested without other steps. */
function stepOf({ model, changeableField, scopes }: TestPlace, operation: Operation): readonly BatchStep[] {
  const { verb, collections, entity } = operation;
  const [collection, ...deeper] = collections;
  if (verb === 'update' && !collection && changeableField) {
    const code = `{ op: 'update', path: '', value: app.changes('${model}') }`;
    const invalid = "{ op: 'update', path: '', value: { no_such_field: 1 } }";
    return [{ operation, code, invalid, status: 200 }];
  }
  if (verb !== 'create' || !collection || deeper.length > 0 || !setsScope(operation, scopes)) return [];
  const { wireName, property } = collection;
  const value = `await app.payloadIn(entity, '${property}')`;
  const code = `{ op: 'create', path: '${wireName}', value: ${value} }`;
  const invalid = `{ op: 'create', path: '${wireName}', value: { no_such_field: 1 } }`;
  return [{ operation, code, invalid, status: 201, created: entity.name }];
}

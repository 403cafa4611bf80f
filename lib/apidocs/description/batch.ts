import { STEP_OPS } from '../../rest';
import { arrayOf, type JsonSchema } from '../schema/json-schema';
import type { BodyDescription, OperationDescription, ResponseDescription } from './api-description';
import { eitherResponse } from './either-response';

/** Names of the models. */
export const BATCH = 'Batch';
export const BATCH_RESULT = 'BatchResult';

export const BATCH_SCHEMA: JsonSchema = {
  title: BATCH,
  type: 'object',
  properties: {
    steps: {
      ...arrayOf({
        type: 'object',
        properties: {
          op: { type: 'string', enum: STEP_OPS },
          path: { type: 'string' },
          local_id: { type: 'string', maxLength: 64 },
          value: {},
        },
        required: ['op', 'path'],
      }),
      minItems: 1,
    },
  },
  required: ['steps'],
};

export const BATCH_RESULT_SCHEMA: JsonSchema = {
  title: BATCH_RESULT,
  type: 'object',
  properties: {
    steps: arrayOf({
      type: 'object',
      properties: { status: { type: 'integer' }, id: {}, body: {} },
      required: ['status'],
    }),
  },
  required: ['steps'],
};

/**
 * Merges each batch into the update with the same method and path, because a document has one operation for each method
 * of a path.
 *
 * @param batches  the operations among these that are batches
 */
export function mergeBatches(
  operations: readonly OperationDescription[],
  batches: ReadonlySet<OperationDescription>,
): readonly OperationDescription[] {
  const isSame = (one: OperationDescription, other: OperationDescription) =>
    one.path === other.path && one.method === other.method;
  const merged = new Set<OperationDescription>();
  const all = operations.map((operation) => {
    if (batches.has(operation)) return operation;
    const batch = [...batches].find((other) => isSame(operation, other));
    if (!batch) return operation;
    merged.add(batch);
    return withBatch(operation, batch);
  });
  return all.filter((operation) => !merged.has(operation));
}

function withBatch(operation: OperationDescription, batch: OperationDescription): OperationDescription {
  const { description, body, responses } = operation;
  const result = batch.responses.find(({ status }) => status === 200);
  return {
    ...operation,
    description: [description, BATCH_WORDS].filter(Boolean).join(' '),
    ...(body && { body: mergedBody(body, batch.body!) }),
    responses: responses.map((one) => (one.status === result?.status ? withResults(one, result) : one)),
  };
}

function withResults(response: ResponseDescription, result: ResponseDescription): ResponseDescription {
  const description = `${response.description} For a batch, a \`${BATCH_RESULT}\`.`;
  return { ...eitherResponse(response, result), description, component: undefined };
}

const BATCH_WORDS = 'Or a batch of several steps.';

/** Without the component name: other operations have the body without a batch. */
function mergedBody({ component: _, ...body }: BodyDescription, batch: BodyDescription): BodyDescription {
  return { ...body, contents: [...body.contents, ...batch.contents] };
}

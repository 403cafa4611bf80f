import type { Operation } from '../../rest';
import { arrayOf, type JsonSchema, refTo } from '../schema/json-schema';
import type { BodyDescription, ContentDescription, OperationDescription } from './api-description';
import { contentsOf, type MediaTypes } from './media-types';

/** The names of the models of batches. */
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
          op: { type: 'string', enum: ['create', 'update', 'delete', 'action'] },
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

export function batchBody({ mediaType }: Operation): BodyDescription {
  return { isRequired: true, contents: [{ mediaType: mediaType!, schema: refTo(BATCH) }] };
}

export function batchResults({ written }: MediaTypes): readonly ContentDescription[] {
  return contentsOf(written, { object: refTo(BATCH_RESULT) });
}

/**
 * Operations of which a path has one for each method: a batch becomes part of the update that has its method and path.
 *
 * @param batches those of the operations that are batches
 */
export function withBatches(
  operations: readonly OperationDescription[],
  batches: ReadonlySet<OperationDescription>,
): readonly OperationDescription[] {
  const isSame = (one: OperationDescription, other: OperationDescription) =>
    one.path === other.path && one.method === other.method;
  const taken = new Set<OperationDescription>();
  const merged = operations.map((one) => {
    if (batches.has(one)) return one;
    const batch = [...batches].find((other) => isSame(one, other));
    if (!batch) return one;
    taken.add(batch);
    return withBatch(one, batch);
  });
  return merged.filter((one) => !taken.has(one));
}

function withBatch(operation: OperationDescription, batch: OperationDescription): OperationDescription {
  const { description, body, responses } = operation;
  const { contents: results = [], headers = [] } = batch.responses.find(({ status }) => status === 200) ?? {};
  return {
    ...operation,
    description: [description, BATCH_WORDS].filter(Boolean).join(' '),
    ...(body && { body: withContents(body, batch.body!.contents) }),
    responses: responses.map((response) =>
      response.status === 'default'
        ? {
            ...response,
            description: `${response.description} Of a batch, 200 and a \`${BATCH_RESULT}\`.`,
            headers: [
              ...response.headers,
              ...headers.filter(({ name }) => !response.headers.some((one) => one.name === name)),
            ],
            contents: joined(response.contents, results),
            component: response.component && `${response.component}OrBatch`,
          }
        : response,
    ),
  };
}

const BATCH_WORDS = 'Or several steps, as a batch.';

/** Nothing else has this body. */
function withContents(
  { component: _, ...body }: BodyDescription,
  contents: BodyDescription['contents'],
): BodyDescription {
  return {
    ...body,
    contents: [...body.contents, ...contents],
  };
}

function joined(
  contents: readonly ContentDescription[],
  more: readonly ContentDescription[],
): readonly ContentDescription[] {
  const both = contents.map(({ mediaType, schema }) => {
    const other = more.find((one) => one.mediaType === mediaType)?.schema;
    return { mediaType, schema: other ? { anyOf: [schema, other] } : schema };
  });
  const known = new Set(contents.map(({ mediaType }) => mediaType));
  return [...both, ...more.filter(({ mediaType }) => !known.has(mediaType))];
}

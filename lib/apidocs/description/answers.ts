import type { RouteDescription } from '../../core';
import type { Operation } from '../../rest';
import { entriesAt } from '../../security';
import { arrayOf, type JsonSchema } from '../schema/json-schema';
import type { ModelSchemas } from '../schema/model-schemas';
import { spoken } from '../words';
import type { AnswerDescription } from './api-description';
import { type HeaderName, header } from './headers';
import { contentsOf, type MediaTypes } from './media-types';
import type { ProblemStatus } from './problems';

type Success = Pick<AnswerDescription, 'status' | 'description'> & {
  readonly headers: readonly HeaderName[];
  readonly schema?: JsonSchema;
};

/** What a generated route answers with when all is well. */
export function successes(operation: Operation, models: ModelSchemas, mediaTypes: MediaTypes): AnswerDescription[] {
  return SUCCESSES[operation.verb](operation, models).map(({ schema, headers, ...answer }) => ({
    ...answer,
    headers: [...headers.map(header), ...(schema ? [header('Vary')] : [])],
    contents: schema ? contentsOf(mediaTypes.written, schema) : [],
  }));
}

type Describe = (operation: Operation, models: ModelSchemas) => readonly Success[];

const SUCCESSES: Readonly<Record<Operation['verb'], Describe>> = {
  list: ({ entity }, models) => {
    const all = arrayOf(models.answer(entity, true));
    return [
      {
        status: 200,
        description: `The ${spoken(entity.name).many}.`,
        headers: ['Link'],
        schema: { anyOf: [all, pageOf(all)] },
      },
    ];
  },
  create: (operation, models) => [
    {
      status: 201,
      description: `What was created: an object, or an array in the order of the payload. No body with \`return=minimal\`.`,
      headers: ['Location', 'Preference-Applied'],
      schema: oneOrSeveral(written(operation, models)),
    },
  ],
  read: ({ entity }, models) => [
    {
      status: 200,
      description: `The ${spoken(entity.name).one}, or an array in the order of the ids where the request has a comma.`,
      headers: ['Missing-Ids', 'Preference-Applied'],
      schema: oneOrSeveral(models.answer(entity, true)),
    },
  ],
  update: (operation, models) => [
    {
      status: 200,
      description: `The updated ${spoken(operation.entity.name).one}, or an array where the request has a comma.`,
      headers: ['Missing-Ids', 'Preference-Applied'],
      schema: oneOrSeveral(written(operation, models)),
    },
    { status: 204, description: 'Updated, with `return=minimal`.', headers: ['Missing-Ids', 'Preference-Applied'] },
  ],
  delete: () => [{ status: 204, description: 'Done.', headers: ['Missing-Ids', 'Preference-Applied'] }],
  act: () => [
    { status: 200, description: 'What the method returns.', headers: ['Preference-Applied'], schema: {} },
    {
      status: 204,
      description: 'Done: the method returns nothing, or with `return=minimal`.',
      headers: ['Preference-Applied'],
    },
  ],
};

/** The problems that a generated route may answer with. */
export function problemsOf({ method }: RouteDescription, { verb, path }: Operation): ProblemStatus[] {
  const hasKey = verb !== 'list' && verb !== 'create';
  return [
    400,
    ...(hasKey || path.length > 0 ? ([404] as const) : []),
    406,
    ...(method === 'GET' ? [] : ([409] as const)),
    ...(method === 'GET' && !hasKey ? [] : ([413] as const)),
    ...(method === 'GET' ? [] : ([415, 422] as const)),
    503,
  ];
}

/** The envelope of a page. */
function pageOf(data: JsonSchema): JsonSchema {
  const count: JsonSchema = { type: 'integer', minimum: 0 };
  return {
    type: 'object',
    properties: {
      page: { type: 'integer', minimum: 1 },
      per_page: { type: 'integer', minimum: 1 },
      total: { ...count, description: 'Entities on all pages.' },
      count: { ...count, description: 'Entities on this page.' },
      data,
    },
    required: ['page', 'per_page', 'total', 'count', 'data'],
  };
}

function oneOrSeveral(one: JsonSchema): JsonSchema {
  return { anyOf: [one, arrayOf(one)] };
}

/** Of entities that may be written but not read, the key alone. */
function written({ aggregate, path, entity }: Operation, models: ModelSchemas): JsonSchema {
  return models.answer(entity, entriesAt(aggregate.root, path, 'GET').length > 0);
}

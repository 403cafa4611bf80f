import type { Operation } from '../../rest';
import { entriesAt } from '../../security';
import { arrayOf, type JsonSchema } from '../schema/json-schema';
import type { ModelSchemas } from '../schema/model-schemas';
import { spoken } from '../words';
import type { AnswerDescription } from './api-description';
import { header } from './headers';
import { contentsOf, type MediaTypes } from './media-types';

/** What a generated route answers with when all is well. */
export function successes(operation: Operation, models: ModelSchemas, mediaTypes: MediaTypes): AnswerDescription[] {
  const { status, emptyStatus, headers } = operation.output;
  const own = headers.map(header);
  const words = WORDS[operation.verb](operation);
  const answers: AnswerDescription[] = [];
  if (status !== undefined) {
    const contents = contentsOf(mediaTypes.written, contentOf(operation, models));
    answers.push({ status, description: words.content!, headers: [...own, header('Vary')], contents });
  }
  if (emptyStatus !== undefined && emptyStatus !== status) {
    answers.push({ status: emptyStatus, description: words.empty!, headers: own, contents: [] });
  }
  return answers;
}

/** What is said of a response with a body, and of one without. */
interface Words {
  readonly content?: string;
  readonly empty?: string;
}

const WORDS: Readonly<Record<Operation['verb'], (operation: Operation) => Words>> = {
  list: ({ entity }) => ({ content: `The ${spoken(entity.name).many}.` }),
  create: () => ({
    content: `What was created: an object, or an array in the order of the payload. No body with \`return=minimal\`.`,
  }),
  read: ({ entity }) => ({
    content: `The ${spoken(entity.name).one}, or an array in the order of the ids where the request has a comma.`,
  }),
  update: ({ entity }) => ({
    content: `The updated ${spoken(entity.name).one}, or an array where the request has a comma.`,
    empty: 'Updated, with `return=minimal`.',
  }),
  delete: () => ({ empty: 'Done.' }),
  act: () => ({
    content: 'What the method returns.',
    empty: 'Done: the method returns nothing, or with `return=minimal`.',
  }),
};

function contentOf(operation: Operation, models: ModelSchemas): JsonSchema {
  const { verb, entity } = operation;
  if (verb === 'act') return {};
  if (verb === 'read') return oneOrSeveral(models.answer(entity, true));
  if (verb !== 'list') return oneOrSeveral(written(operation, models));
  const all = arrayOf(models.answer(entity, true));
  return { anyOf: [all, pageOf(all)] };
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
function written({ aggregate, collections, entity }: Operation, models: ModelSchemas): JsonSchema {
  return models.answer(entity, entriesAt(aggregate.root, collections, 'GET').length > 0);
}

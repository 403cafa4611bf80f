import type { EntityMetadata } from '../../metadata';
import {
  type AggregateConfiguration,
  isShown,
  OPERATOR_NAMES,
  type Operation,
  type SearchNames,
  sortableFields,
} from '../../rest';
import { arrayOf, type JsonSchema } from '../schema/json-schema';
import { payloadValue } from '../schema/payload-values';
import { code } from '../words';
import type { ParameterDescription } from './api-description';

/** The parameters of a list: searches, order and page, and what is shown of each entity. */
export function listParameters(operation: Operation, { search }: AggregateConfiguration): ParameterDescription[] {
  const { entity } = operation;
  const page: JsonSchema = { type: 'integer', minimum: 1 };
  const size: JsonSchema = { ...page, maximum: search.maxPerPage };
  return [
    ...searchParameters(operation),
    sortParameter(entity),
    query(
      'page',
      page,
      'The page to answer with, in an envelope; the first is 1, also where only `per_page` is given.',
      {
        component: 'Page',
      },
    ),
    query(
      'per_page',
      size,
      `Entities on a page; ${Math.min(search.defaultPerPage, search.maxPerPage)} where only \`page\` is given.`,
      {
        component: 'PerPage',
      },
    ),
    ...selectionParameters(entity),
  ];
}

/** The parameters of a read: conditions that the entity must meet, and what is shown of it. */
export function readParameters(operation: Operation): ParameterDescription[] {
  return [...searchParameters(operation), ...selectionParameters(operation.entity)];
}

function searchParameters({ input }: Operation): ParameterDescription[] {
  const { names } = input.search;
  const equal = names.all.map((name) => {
    const { type } = names.resolve(name)!.field;
    const { 'x-further-rules': _, ...value } = payloadValue(type);
    return query(name, arrayOf(value), 'Equal to this value; given several times, to one of them.', {
      several: 'repeated',
    });
  });
  return equal.length > 0 ? [...equal, comparisons(names)] : [];
}

/** One for all operators: each name with each would be ten times as many parameters. */
function comparisons({ all, prefix }: SearchNames): ParameterDescription {
  const words = all.map((name) => name.replaceAll('.', '\\.')).join('|');
  const pattern = `^(${prefix}\\.)?(${words})\\[(${OPERATOR_NAMES.join('|')})\\]$`;
  const description = [
    `Other comparisons: the name of a search parameter with an operator in brackets, as \`${all[0]}[ne]=…\`.`,
    'Operators are `ne`, `gt`, `gte`, `lt`, `lte`, `in` and `nin` with commas between values, `like` with `*` as wildcard, and `null` with `true` or `false`.',
  ].join(' ');
  const schema = { type: 'object', patternProperties: { [pattern]: { type: 'string' } }, examples: [{}] } as const;
  return query('comparisons', { ...schema, additionalProperties: false }, description, { several: 'members' });
}

function sortParameter(entity: EntityMetadata): ParameterDescription {
  const names = sortableFields(entity).map(({ wireName }) => wireName);
  const schema: JsonSchema = {
    ...arrayOf({ type: 'string', enum: names.flatMap((name) => [name, `-${name}`]) }),
    minItems: 1,
  };
  return query('sort', schema, 'The order: `-` before a name descends. The primary key is always last.', {
    several: 'commas',
  });
}

function selectionParameters(entity: EntityMetadata): ParameterDescription[] {
  const associations = [...entity.references.values(), ...entity.collections.values()].filter(isShown);
  const names: JsonSchema = { ...arrayOf({ type: 'string' }), minItems: 1 };
  const below = 'Names below one of them follow a dot.';
  return [
    query('include', names, `The only fields, collections and references to show. ${below}`, {
      several: 'commas',
      component: 'Include',
    }),
    query('exclude', names, `Fields and collections to leave out; what \`include\` names stays. ${below}`, {
      several: 'commas',
      component: 'Exclude',
    }),
    ...(associations.length > 0
      ? [
          query(
            'expand',
            names,
            `Adds to what is shown: ${code(associations.map(({ wireName }) => wireName))}. ${below}`,
            { several: 'commas' },
          ),
        ]
      : []),
  ];
}

type Further = Pick<ParameterDescription, 'several' | 'component'>;

function query(name: string, schema: JsonSchema, description: string, further: Further): ParameterDescription {
  return { name, in: 'query', isRequired: false, description, schema, ...further };
}

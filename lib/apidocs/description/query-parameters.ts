import type { EntityMetadata } from '../../metadata';
import {
  type AggregateConfiguration,
  OPERATOR_NAMES,
  type Operation,
  type SearchNames,
  sortableFields,
} from '../../rest';
import { arrayOf, type JsonSchema } from '../schema/json-schema';
import { textValue } from '../schema/text-values';
import type { ParameterDescription } from './api-description';
import { selectionParameters } from './selection-parameters';

/** The parameters of a list: searches, order and page, and what is shown of each entity. */
export function listParameters(operation: Operation, { search }: AggregateConfiguration): ParameterDescription[] {
  const { entity } = operation;
  const { maxPerPage, defaultPerPage } = search;
  const lastPage = Math.floor(Number.MAX_SAFE_INTEGER / maxPerPage);
  const page: JsonSchema = { type: 'integer', format: 'int64', minimum: 1, maximum: lastPage };
  const size: JsonSchema = { type: 'integer', minimum: 1, maximum: maxPerPage };
  const whatPage = 'The page to respond with, in an envelope; the first is 1, also where only `per_page` is given.';
  const whatSize = `Entities on a page; ${Math.min(defaultPerPage, maxPerPage)} where only \`page\` is given.`;
  return [
    ...searchParameters(operation),
    sortParameter(entity),
    query('page', page, whatPage, { component: 'Page' }),
    query('per_page', size, whatSize, { component: 'PerPage' }),
    ...selectionParameters(entity),
  ];
}

/** The parameters of a read: conditions that the entity must meet, and what is shown of it. */
export function readParameters(operation: Operation): ParameterDescription[] {
  return [...searchParameters(operation), ...selectionParameters(operation.entity)];
}

function searchParameters({ input, entity }: Operation): ParameterDescription[] {
  const { names } = input.search;
  const equal = names.all.map((name) => {
    const value = textValue(names.resolve(name)!.field.type);
    const component = `${entity.name}.${name}`;
    const several = { several: 'repeated', component } as const;
    return query(name, arrayOf(value), 'Equal to one of these.', several);
  });
  return equal.length > 0 ? [...equal, comparisons(names, entity)] : [];
}

/** One for all operators: each name with each would be ten times as many parameters. */
function comparisons({ all, prefix }: SearchNames, { name: owner }: EntityMetadata): ParameterDescription {
  const words = all.map((name) => name.replaceAll('.', '\\.')).join('|');
  const pattern = `^(${prefix}\\.)?(${words})\\[(${OPERATOR_NAMES.join('|')})\\]$`;
  const description = `Other comparisons, as \`${all[0]}[ne]=…\`; the description of the API has the operators.`;
  const schema = { type: 'object', patternProperties: { [pattern]: { type: 'string' } }, examples: [{}] } as const;
  const further = { several: 'members', component: `${owner}.comparisons` } as const;
  return query('comparisons', { ...schema, additionalProperties: false }, description, further);
}

function sortParameter(entity: EntityMetadata): ParameterDescription {
  const names = sortableFields(entity).map(({ wireName }) => wireName);
  const pattern = `^-?(${names.join('|')})$`;
  const schema: JsonSchema = { ...arrayOf({ type: 'string', pattern }), minItems: 1 };
  const further = { several: 'commas', component: `${entity.name}.sort` } as const;
  return query('sort', schema, 'The order: `-` before a name descends. The primary key is always last.', further);
}

type Further = Pick<ParameterDescription, 'several' | 'component'>;

function query(name: string, schema: JsonSchema, description: string, further: Further): ParameterDescription {
  return { name, in: 'query', isRequired: false, description, schema, ...further };
}

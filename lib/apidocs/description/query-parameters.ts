import type { EntityMetadata } from '../../metadata';
import { upperFirst, wordsFor } from '../../naming';
import {
  type AggregateConfiguration,
  DELETED_VALUES,
  FULL_TEXT_OPERATOR,
  MAX_CURSOR,
  MAX_WORDS_LENGTH,
  OPERATOR_NAMES,
  type Operation,
  oldParameterNames,
  type SearchNames,
  sortableFields,
} from '../../rest';
import { arrayOf, type JsonSchema } from '../schema/json-schema';
import { queryValue } from '../schema/query-values';
import type { ParameterDescription } from './api-description';
import { escaped, itemPattern, selectionParameters } from './selection-parameters';

/** The parameters of a list: search, sort, page and selection. */
export function listParameters(operation: Operation, { search }: AggregateConfiguration): ParameterDescription[] {
  const { maxPerPage, defaultPerPage } = search;
  const lastPage = Math.floor(Number.MAX_SAFE_INTEGER / maxPerPage);
  const page: JsonSchema = { type: 'integer', format: 'int64', minimum: 1, maximum: lastPage };
  const size: JsonSchema = { type: 'integer', minimum: 1, maximum: maxPerPage };
  const pageText = 'The number of the page, from 1; the response is an envelope. Defaults to 1 with `per_page`.';
  const sizeText = `Entities per page; ${Math.min(defaultPerPage, maxPerPage)} by default.`;
  return [
    ...searchParameters(operation),
    sortParameter(operation),
    query('page', page, pageText, { component: 'Page' }),
    query('per_page', size, sizeText, { component: 'PerPage' }),
    query('after', { type: 'string', maxLength: MAX_CURSOR }, CURSOR, { component: 'After' }),
    query('count', { type: 'string', enum: ['none'] }, UNCOUNTED, { component: 'Count' }),
    ...selectionParameters(operation),
    ...deletedParameter(operation),
  ];
}

/** The parameters of a read: search conditions and selection. */
export function readParameters(operation: Operation): ParameterDescription[] {
  return [...searchParameters(operation), ...selectionParameters(operation), ...deletedParameter(operation)];
}

function searchParameters({ input, entity }: Operation): ParameterDescription[] {
  const { names } = input.search;
  const equality = names.all.map((name) => {
    const value = queryValue(names.resolve(name)!.field.type);
    const component = `${entity.name}.${name}`;
    const several = { several: 'repeated', component } as const;
    return query(name, arrayOf(value), 'One of these values.', several);
  });
  if (equality.length === 0) return [];
  return [...equality, ...formerSearchParameters(names, entity), comparisons(names, entity), ALTERNATIVES];
}

/** The same parameters by their old names, as `@RenamedFrom` keeps them. */
function formerSearchParameters(names: SearchNames, { name: owner }: EntityMetadata): ParameterDescription[] {
  return oldParameterNames(names).map(({ name, former }) => {
    const value = queryValue(names.resolve(name)!.field.type);
    const component = `${owner}.${former}`;
    const several = { several: 'repeated', component } as const;
    return { ...query(former, arrayOf(value), `The old name of \`${name}\`.`, several), isDeprecated: true };
  });
}

const CURSOR =
  'A cursor from the header `Link`, empty for the first page. The response is an array. Not allowed with `page`.';

const UNCOUNTED = '`none`: the envelope has no `total`, and the entities are not counted.';

/** One parameter for the whole API, since it may contain any search parameter. */
const ALTERNATIVES = query(
  'or',
  {
    ...arrayOf({ type: 'string', pattern: '^\\([^,:]+:[^,]*(,[^,:]+:[^,]*)*\\)$' }),
    examples: ['(name:blue%20pen,price[gt]:100)'],
  },
  'Matches one of these conditions: search parameters with a colon before the value. `,` and `%` in values are percent-encoded.',
  { several: 'repeated', component: 'Or' },
);

/** One parameter for all operators. A parameter for each name and operator would make the document ten times as long. */
function comparisons(names: SearchNames, { name: owner }: EntityMetadata): ParameterDescription {
  const prefixes = [names.prefix, ...(names.formerPrefix === undefined ? [] : [names.formerPrefix])];
  const renamed = oldParameterNames(names);
  const all = [...names.all, ...renamed.map(({ former }) => former)];
  const newNames = new Map(renamed.map(({ former, name }) => [former, name]));
  const fieldOf = (name: string) => names.resolve(newNames.get(name) ?? name)!.field;
  const fullText = all.filter((name) => fieldOf(name).searchable?.fullText);
  const patternProperties: Record<string, JsonSchema> = {
    [bracketPattern(prefixes, all, OPERATOR_NAMES)]: { type: 'string' },
    ...(fullText.length > 0 ? { [bracketPattern(prefixes, fullText, [FULL_TEXT_OPERATOR])]: WORDS } : {}),
  };
  const fullTextHint =
    fullText.length > 0 ? ` \`${fullText[0]}[${FULL_TEXT_OPERATOR}]=…\` finds texts with all of these words.` : '';
  const description = `Like \`${all[0]}[ne]=…\`; \`info\` lists the operators.${fullTextHint}`;
  const members = { several: 'members', component: `${owner}.comparisons` } as const;
  const schema: JsonSchema = { type: 'object', patternProperties, examples: [{}], additionalProperties: false };
  return query('comparisons', schema, description, members);
}

const WORDS: JsonSchema = { type: 'string', maxLength: MAX_WORDS_LENGTH };

function bracketPattern(prefixes: readonly string[], names: readonly string[], operators: readonly string[]): string {
  const alternatives = names.map(escaped).join('|');
  return `^(${prefixes.map((prefix) => `${prefix}\\.`).join('|')})?(${alternatives})\\[(${operators.join('|')})\\]$`;
}

/** Only for entities with soft delete; the permissions of a delete are required. */
function deletedParameter({ input, entity }: Operation): ParameterDescription[] {
  if (!input.search.takesDeleted) return [];
  const schema: JsonSchema = { type: 'string', enum: DELETED_VALUES };
  const description = `${upperFirst(wordsFor(entity.name).many)} that were deleted: together with the others, or alone. Requires the permissions of a delete.`;
  return [query('deleted', schema, description, { component: `${entity.name}.deleted` })];
}

function sortParameter({ entity, input }: Operation): ParameterDescription {
  const fields = sortableFields(entity, input.search.takesDeleted);
  const names = fields.flatMap(({ wireName, renamed }) => (renamed ? [wireName, renamed.name] : [wireName]));
  const pattern = itemPattern(`-?(${names.map(escaped).join('|')})`);
  const schema: JsonSchema = { ...arrayOf({ type: 'string', pattern }), minItems: 1 };
  const several = { several: 'commas', component: `${entity.name}.sort` } as const;
  return query('sort', schema, '`-` before a name sorts in descending order.', several);
}

type ParameterOptions = Pick<ParameterDescription, 'several' | 'component'>;

function query(name: string, schema: JsonSchema, description: string, options: ParameterOptions): ParameterDescription {
  return { name, in: 'query', isRequired: false, description, schema, ...options };
}

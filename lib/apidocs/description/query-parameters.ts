import type { EntityMetadata } from '../../metadata';
import {
  type AggregateConfiguration,
  DELETED_VALUES,
  FULL_TEXT_OPERATOR,
  formerParameters,
  MAX_CURSOR,
  MAX_WORDS_LENGTH,
  OPERATOR_NAMES,
  type Operation,
  type SearchNames,
  sortableFields,
} from '../../rest';
import { arrayOf, type JsonSchema } from '../schema/json-schema';
import { textValue } from '../schema/text-values';
import { sentence, spoken } from '../words';
import type { ParameterDescription } from './api-description';
import { selectionParameters } from './selection-parameters';

/** The parameters of a list: searches, order and page, and what is shown of each entity. */
export function listParameters(operation: Operation, { search }: AggregateConfiguration): ParameterDescription[] {
  const { maxPerPage, defaultPerPage } = search;
  const lastPage = Math.floor(Number.MAX_SAFE_INTEGER / maxPerPage);
  const page: JsonSchema = { type: 'integer', format: 'int64', minimum: 1, maximum: lastPage };
  const size: JsonSchema = { type: 'integer', minimum: 1, maximum: maxPerPage };
  const whatPage = 'The page to respond with, in an envelope; the first is 1, also where only `per_page` is given.';
  const whatSize = `Entities on a page; ${Math.min(defaultPerPage, maxPerPage)} where it is not given.`;
  return [
    ...searchParameters(operation),
    sortParameter(operation),
    query('page', page, whatPage, { component: 'Page' }),
    query('per_page', size, whatSize, { component: 'PerPage' }),
    query('after', { type: 'string', maxLength: MAX_CURSOR }, CURSOR, { component: 'After' }),
    query('count', { type: 'string', enum: ['none'] }, UNCOUNTED, { component: 'Count' }),
    ...selectionParameters(operation),
    ...deletedParameter(operation),
  ];
}

/** The parameters of a read: conditions that the entity must meet, and what is shown of it. */
export function readParameters(operation: Operation): ParameterDescription[] {
  return [...searchParameters(operation), ...selectionParameters(operation), ...deletedParameter(operation)];
}

function searchParameters({ input, entity }: Operation): ParameterDescription[] {
  const { names } = input.search;
  const equal = names.all.map((name) => {
    const value = textValue(names.resolve(name)!.field.type);
    const component = `${entity.name}.${name}`;
    const several = { several: 'repeated', component } as const;
    return query(name, arrayOf(value), 'One of these.', several);
  });
  if (equal.length === 0) return [];
  return [...equal, ...formerSearchParameters(names, entity), comparisons(names, entity), ALTERNATIVES];
}

/** The same by old names. */
function formerSearchParameters(names: SearchNames, { name: owner }: EntityMetadata): ParameterDescription[] {
  return formerParameters(names).map(({ name, former }) => {
    const value = textValue(names.resolve(name)!.field.type);
    const further = { several: 'repeated', component: `${owner}.${former}` } as const;
    return { ...query(former, arrayOf(value), `The old name of \`${name}\`.`, further), isDeprecated: true };
  });
}

const CURSOR = 'A cursor of the header `Link`, empty for the first page: the answer is an array. Not with `page`.';

const UNCOUNTED = '`none`: the envelope of a page comes without `total`, and nothing is counted.';

/** One of the whole API: each search parameter may stand in it. */
const ALTERNATIVES = query(
  'or',
  {
    ...arrayOf({ type: 'string', pattern: '^\\([^,:]+:[^,]*(,[^,:]+:[^,]*)*\\)$' }),
    examples: ['(name:blue%20pen,price[gt]:100)'],
  },
  'Meets one of these conditions: search parameters with a colon before the value, and in the value `,` and `%` percent-encoded.',
  { several: 'repeated', component: 'Or' },
);

/** One for all operators: each name with each would be ten times as many parameters. */
function comparisons(names: SearchNames, { name: owner }: EntityMetadata): ParameterDescription {
  const prefixes = [names.prefix, ...(names.formerPrefix === undefined ? [] : [names.formerPrefix])];
  const former = formerParameters(names);
  const all = [...names.all, ...former.map((one) => one.former)];
  const newNames = new Map(former.map((one) => [one.former, one.name]));
  const fieldOf = (name: string) => names.resolve(newNames.get(name) ?? name)!.field;
  const fullText = all.filter((name) => fieldOf(name).searchable?.fullText);
  const patternProperties: Record<string, JsonSchema> = {
    [bracketPattern(prefixes, all, OPERATOR_NAMES)]: { type: 'string' },
    ...(fullText.length > 0 ? { [bracketPattern(prefixes, fullText, [FULL_TEXT_OPERATOR])]: WORDS } : {}),
  };
  const words =
    fullText.length > 0 ? ` \`${fullText[0]}[${FULL_TEXT_OPERATOR}]=…\` finds texts with all these words.` : '';
  const description = `As \`${all[0]}[ne]=…\`; the operators stand in \`info\`.${words}`;
  const further = { several: 'members', component: `${owner}.comparisons` } as const;
  const schema: JsonSchema = { type: 'object', patternProperties, examples: [{}], additionalProperties: false };
  return query('comparisons', schema, description, further);
}

const WORDS: JsonSchema = { type: 'string', maxLength: MAX_WORDS_LENGTH };

function bracketPattern(prefixes: readonly string[], names: readonly string[], operators: readonly string[]): string {
  const words = names.map((name) => name.replaceAll('.', '\\.')).join('|');
  return `^(${prefixes.map((prefix) => `${prefix}\\.`).join('|')})?(${words})\\[(${operators.join('|')})\\]$`;
}

/** For who may delete. */
function deletedParameter({ input, entity }: Operation): ParameterDescription[] {
  if (!input.search.takesDeleted) return [];
  const schema: JsonSchema = { type: 'string', enum: DELETED_VALUES };
  const description = `${sentence(spoken(entity.name).many)} that were deleted: with the others, or alone. It takes what a delete takes.`;
  return [query('deleted', schema, description, { component: `${entity.name}.deleted` })];
}

function sortParameter({ entity, input }: Operation): ParameterDescription {
  const fields = sortableFields(entity, input.search.takesDeleted);
  const names = fields.flatMap(({ wireName, renamed }) => (renamed ? [wireName, renamed.name] : [wireName]));
  const pattern = `^-?(${names.join('|')})$`;
  const schema: JsonSchema = { ...arrayOf({ type: 'string', pattern }), minItems: 1 };
  const further = { several: 'commas', component: `${entity.name}.sort` } as const;
  return query('sort', schema, '`-` before a name descends.', further);
}

type Further = Pick<ParameterDescription, 'several' | 'component'>;

function query(name: string, schema: JsonSchema, description: string, further: Further): ParameterDescription {
  return { name, in: 'query', isRequired: false, description, schema, ...further };
}

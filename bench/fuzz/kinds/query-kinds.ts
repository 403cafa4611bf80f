import { everyField, type FieldMetadata } from '../../../lib/metadata';
import type { Resource } from '../known-entities';
import type { NeutralResponse } from '../neutral-response';
import { ODD_TEXTS } from '../odd-texts';
import type { RequestDraft } from '../request';
import { oddValue, validValue } from '../values';
import type { KindContext, RequestKind } from './request-kind';
import { searchedNames, shownAssociations, shownFields } from './searched-names';

/** Queries of reads: search, sort order, pages and selections. */
export const QUERY_KINDS: readonly RequestKind[] = [
  { name: 'search', weight: 10, make: (context) => search(context) },
  { name: 'search with errors', weight: 5, make: (context) => search(context, true) },
  { name: 'fetch with criteria', weight: 4, make: fetchWithCriteria },
  { name: 'alternatives', weight: 5, make: alternatives },
  { name: 'alternatives with errors', weight: 3, make: (context) => alternatives(context, true) },
  { name: 'page', weight: 5, make: page },
  { name: 'cursor', weight: 5, make: cursor },
  { name: 'sort', weight: 3, make: sort },
  { name: 'include', weight: 6, make: include },
  { name: 'exclude and expand', weight: 6, make: excludeAndExpand },
];

const OPERATORS = ['', '', '', '[ne]', '[gt]', '[gte]', '[lt]', '[lte]', '[in]', '[nin]', '[like]', '[null]'];
const ODD_OPERATORS = ['[eq]', '[GT]', '[]', '[gt', 'gt]', '[$ne]', '[like][like]', '[__proto__]', '[in][]'];

function search(context: KindContext, hasErrors = false): RequestDraft {
  const resource = searchedResource(context);
  const parameters = context.random.list(1, 3, () =>
    parameter(context, resource, hasErrors && context.random.chance(0.6)),
  );
  const extras = context.random.chance(0.3) ? [sortParameter(context, resource)] : [];
  return get(resource, [...parameters, ...extras]);
}

/** The parameter `or`, alone or with other conditions. */
function alternatives(context: KindContext, hasErrors = false): RequestDraft {
  const { random } = context;
  const resource = searchedResource(context);
  const groups = random.list(1, 2, () => group(context, resource, hasErrors));
  const others = random.chance(0.3) ? [parameter(context, resource, false)] : [];
  return get(resource, [...groups, ...others]);
}

function group(context: KindContext, resource: Resource, hasErrors: boolean): string {
  const { random } = context;
  const terms = random.list(1, 3, () =>
    parameter(context, resource, hasErrors && random.chance(0.4)).replace('=', ':'),
  );
  const text = terms.join(',');
  const malformed = [
    text,
    `(${text}`,
    `((${text}),(${text}))`,
    `(${text},)`,
    '()',
    `(${decodeURIComponent(text)})`,
    `(%${text})`,
  ];
  return `or=${encodeURIComponent(hasErrors ? random.pick(malformed) : `(${text})`)}`;
}

/** A random resource, mostly one with searchable fields. */
function searchedResource(context: KindContext): Resource {
  return suitableResource(context, ({ entity }) => searchedNames(entity).length > 0);
}

/** A random resource, mostly one with associations. */
function associatedResource(context: KindContext): Resource {
  return suitableResource(context, ({ entity }) => shownAssociations(entity).length > 0);
}

function suitableResource({ random, entities }: KindContext, isSuitable: (resource: Resource) => boolean): Resource {
  const resources = Array.from({ length: 5 }, () => entities.resource(random));
  return resources.find(isSuitable) ?? resources[0]!;
}

function parameter(context: KindContext, resource: Resource, hasErrors: boolean): string {
  const { random } = context;
  const names = searchedNames(resource.entity);
  if (names.length === 0 || (hasErrors && random.chance(0.3))) return `${oddName(context, resource)}=1`;
  const { name, field } = random.pick(names);
  const operator = hasErrors && random.chance(0.3) ? random.pick(ODD_OPERATORS) : random.pick(OPERATORS);
  const prefix = random.chance(0.2) ? `${resource.path.split('/').at(-1)}.` : '';
  return `${prefix}${name}${encodeURIComponent(operator)}=${encoded(valueFor(context, field, operator, hasErrors))}`;
}

function valueFor({ random }: KindContext, { type }: FieldMetadata, operator: string, hasErrors: boolean): string {
  if (hasErrors && random.chance(0.5))
    return random.chance(0.5) ? random.pick(ODD_TEXTS) : textOf(oddValue(random, type));
  if (operator === '[null]') return random.pick(['true', 'false']);
  if (operator === '[like]') return random.pick(['*', 't*', '*1', '*1*', 't%', '_', '**', '\\*']);
  if (operator === '[in]' || operator === '[nin]')
    return random.list(1, 3, () => textOf(validValue(random, type))).join(',');
  return textOf(validValue(random, type));
}

/** Replaces lone surrogates by U+FFFD, because they have no percent-encoding. */
function encoded(text: string): string {
  return encodeURIComponent(Buffer.from(text).toString());
}

/** A value as the text of a parameter. */
function textOf(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}

function oddName({ random }: KindContext, { entity }: Resource): string {
  const fields = everyField(entity).map(({ wireName, name }) => random.pick([wireName, name, wireName.toUpperCase()]));
  const deep = Array.from({ length: 12 }, () => 'order_items').join('.');
  return encoded(random.pick([...fields, deep, '.', 'a.b.c', '__proto__', 'constructor', random.pick(ODD_TEXTS)]));
}

function fetchWithCriteria(context: KindContext): RequestDraft {
  const { random, entities } = context;
  const resource = searchedResource(context);
  return {
    ...get(resource, [parameter(context, resource, random.chance(0.2))]),
    path: `${entities.entityPath(random, resource, random.integer(1, 2))}?${parameter(context, resource, false)}`,
  };
}

function page(context: KindContext): RequestDraft {
  const { random } = context;
  const resource = searchedResource(context);
  const isOdd = random.chance(0.2);
  const number = random.pick(isOdd ? ['0', '-1', '1.5', 'x', '99999999999999999999', ''] : ['1', '1', '2', '3']);
  const size = random.pick(isOdd ? ['101', '0', '1e2', ' 5', '2'] : ['1', '2', '3', '20', '100']);
  const parts = [`page=${encodeURIComponent(number)}`, `per_page=${encodeURIComponent(size)}`];
  const counted = random.chance(0.3) ? [`count=${random.pick(isOdd ? ['none', '1', ''] : ['none'])}`] : [];
  const others = random.chance(0.4) ? [parameter(context, resource, false)] : [];
  return { ...get(resource, [...parts.slice(random.integer(0, 1)), ...counted, ...others]), faultIn: faultInPage };
}

function faultInPage({ status, body }: NeutralResponse): string | undefined {
  if (status !== 200) return undefined;
  const { count, total, data, per_page } = body as Record<string, number> & { readonly data: readonly unknown[] };
  if (count !== data.length) return 'count is not the number of elements';
  return data.length > per_page! || (total !== undefined && total < data.length)
    ? 'per_page or total contradicts the number of elements'
    : undefined;
}

/** First pages by cursor, and invalid cursors. */
function cursor(context: KindContext): RequestDraft {
  const { random } = context;
  const resource = searchedResource(context);
  const invented = () => Buffer.from(JSON.stringify(['>', random.pick(ODD_TEXTS), 1])).toString('base64url');
  const isOdd = random.chance(0.3);
  const after = isOdd ? random.pick([invented(), 'WyI-Il0', 'WyI8Il0', 'bnVsbA', '%', '=', 'x'.repeat(5000)]) : '';
  const parts = [`after=${encodeURIComponent(after)}`, `per_page=${random.pick(['1', '2', '100', isOdd ? '0' : '3'])}`];
  const others = random.chance(0.5) ? [parameter(context, resource, false)] : [];
  const order = random.chance(0.6) ? [sortParameter(context, resource)] : [];
  return get(resource, [...parts, ...others, ...order, ...(isOdd && random.chance(0.2) ? ['page=1'] : [])]);
}

function sort(context: KindContext): RequestDraft {
  const resource = searchedResource(context);
  return get(resource, [sortParameter(context, resource), ...(context.random.chance(0.3) ? ['per_page=3'] : [])]);
}

/** Timestamps are left out, because they differ between servers. */
function sortParameter({ random }: KindContext, { entity }: Resource): string {
  const own = searchedNames(entity, 0).map(({ name }) => name);
  const names = random.chance(0.1) ? [...own, 'id', 'nothing', 'id'] : [...own, 'id'];
  const picked = random.list(1, 3, () => random.pick(names));
  const sent = random.chance(0.9) ? [...new Set(picked)] : picked;
  return `sort=${sent.map((name) => random.pick(['', '-']) + name).join(',')}`;
}

/** A response must contain only the included fields. */
function include(context: KindContext): RequestDraft {
  const { random } = context;
  const resource = associatedResource(context);
  const fields = random.list(1, 3, () => random.pick(shownFields(resource.entity)));
  const below = random.chance(0.5) ? [nestedName(context, resource)] : [];
  const unknown = random.chance(0.15) ? [random.pick(['secret', '', 'id.x', '.', 'version', '*'])] : [];
  const names = [...fields, ...below, ...unknown];
  const shown = [...new Set(names.map((name) => name.split('.')[0]!))].sort();
  const faultIn = ({ status, body }: NeutralResponse) => {
    if (status !== 200) return undefined;
    const wrong = [body as object | readonly object[]]
      .flat()
      .find((element) => Object.keys(element).sort().join() !== shown.join());
    return wrong && `an element has the fields ${Object.keys(wrong).join()} instead of ${shown.join()}`;
  };
  return { ...get(resource, [`include=${encodeURIComponent(names.join(','))}`]), faultIn };
}

function excludeAndExpand(context: KindContext): RequestDraft {
  const { random, entities } = context;
  const resource = associatedResource(context);
  const expand = `expand=${encodeURIComponent(random.list(1, 2, () => nestedName(context, resource)).join(','))}`;
  const exclude = `exclude=${encodeURIComponent(random.list(1, 2, () => random.pick(shownFields(resource.entity))).join(','))}`;
  const target = get(resource, random.pick([[expand], [exclude], [expand, exclude]]));
  if (random.chance(0.5)) return target;
  return { ...target, path: target.path.replace(resource.path, entities.entityPath(random, resource)) };
}

/** The name of an association, or of a field or association of its target. */
function nestedName({ random }: KindContext, { entity }: Resource): string {
  const associations = shownAssociations(entity);
  if (associations.length === 0) return 'nothing';
  const { wireName, target } = random.pick(associations);
  const further = shownAssociations(target).map((one) => one.wireName);
  const below = random.chance(0.2) || further.length === 0 ? [...shownFields(target), 'nothing'] : further;
  return random.chance(0.5) ? wireName : `${wireName}.${random.pick(below)}`;
}

function get(resource: Resource, parameters: readonly string[]): RequestDraft {
  return { method: 'GET', path: `${resource.path}?${parameters.join('&')}`, resource };
}

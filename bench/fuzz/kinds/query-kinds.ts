import { everyField, type FieldMetadata } from '../../../lib/metadata';
import type { Site } from '../known-entities';
import type { NeutralAnswer } from '../neutral-response';
import { ODD_TEXTS } from '../odd-texts';
import type { RequestDraft } from '../request';
import { oddValue, validValue } from '../values';
import type { KindContext, RequestKind } from './request-kind';
import { searchedNames, shownAssociations, shownFields } from './searched-names';

/** Queries of reads: search, sort order, pages and selections. */
export const QUERY_KINDS: readonly RequestKind[] = [
  { name: 'search', weight: 10, make: (context) => search(context) },
  { name: 'search, spoiled', weight: 5, make: (context) => search(context, true) },
  { name: 'fetch with criteria', weight: 4, make: fetchWithCriteria },
  { name: 'alternatives', weight: 5, make: alternatives },
  { name: 'alternatives, spoiled', weight: 3, make: (context) => alternatives(context, true) },
  { name: 'page', weight: 5, make: page },
  { name: 'cursor', weight: 5, make: cursor },
  { name: 'sort', weight: 3, make: sort },
  { name: 'include', weight: 6, make: include },
  { name: 'exclude and expand', weight: 6, make: excludeAndExpand },
];

const OPERATORS = ['', '', '', '[ne]', '[gt]', '[gte]', '[lt]', '[lte]', '[in]', '[nin]', '[like]', '[null]'];
const ODD_OPERATORS = ['[eq]', '[GT]', '[]', '[gt', 'gt]', '[$ne]', '[like][like]', '[__proto__]', '[in][]'];

function search(context: KindContext, isSpoiled = false): RequestDraft {
  const site = searchedSite(context);
  const parameters = context.random.list(1, 3, () => parameter(context, site, isSpoiled && context.random.chance(0.6)));
  const extras = context.random.chance(0.3) ? [sortParameter(context, site)] : [];
  return get(site, [...parameters, ...extras]);
}

/** Conditions of which one must hold, alone or beside others. */
function alternatives(context: KindContext, isSpoiled = false): RequestDraft {
  const { random } = context;
  const site = searchedSite(context);
  const groups = random.list(1, 2, () => group(context, site, isSpoiled));
  const others = random.chance(0.3) ? [parameter(context, site, false)] : [];
  return get(site, [...groups, ...others]);
}

function group(context: KindContext, site: Site, isSpoiled: boolean): string {
  const { random } = context;
  const terms = random.list(1, 3, () => parameter(context, site, isSpoiled && random.chance(0.4)).replace('=', ':'));
  const text = terms.join(',');
  const spoilt = [
    text,
    `(${text}`,
    `((${text}),(${text}))`,
    `(${text},)`,
    '()',
    `(${decodeURIComponent(text)})`,
    `(%${text})`,
  ];
  return `or=${encodeURIComponent(isSpoiled ? random.pick(spoilt) : `(${text})`)}`;
}

/** Mostly one with a field to search by. */
function searchedSite(context: KindContext): Site {
  return likelySite(context, ({ entity }) => searchedNames(entity).length > 0);
}

/** Mostly one with something below it. */
function associatedSite(context: KindContext): Site {
  return likelySite(context, ({ entity }) => shownAssociations(entity).length > 0);
}

function likelySite({ random, world }: KindContext, isLiked: (site: Site) => boolean): Site {
  const sites = Array.from({ length: 5 }, () => world.site(random));
  return sites.find(isLiked) ?? sites[0]!;
}

function parameter(context: KindContext, site: Site, isSpoiled: boolean): string {
  const { random } = context;
  const names = searchedNames(site.entity);
  if (names.length === 0 || (isSpoiled && random.chance(0.3))) return `${oddName(context, site)}=1`;
  const { name, field } = random.pick(names);
  const operator = isSpoiled && random.chance(0.3) ? random.pick(ODD_OPERATORS) : random.pick(OPERATORS);
  const prefix = random.chance(0.2) ? `${site.path.split('/').at(-1)}.` : '';
  return `${prefix}${name}${encodeURIComponent(operator)}=${encoded(valueFor(context, field, operator, isSpoiled))}`;
}

function valueFor({ random }: KindContext, { type }: FieldMetadata, operator: string, isSpoiled: boolean): string {
  if (isSpoiled && random.chance(0.5))
    return random.chance(0.5) ? random.pick(ODD_TEXTS) : plain(oddValue(random, type));
  if (operator === '[null]') return random.pick(['true', 'false']);
  if (operator === '[like]') return random.pick(['*', 't*', '*1', '*1*', 't%', '_', '**', '\\*']);
  if (operator === '[in]' || operator === '[nin]')
    return random.list(1, 3, () => plain(validValue(random, type))).join(',');
  return plain(validValue(random, type));
}

/** Half a character has no percent-encoding: the sign for a broken one takes its place. */
function encoded(text: string): string {
  return encodeURIComponent(Buffer.from(text).toString());
}

/** As it stands in a query. */
function plain(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}

function oddName({ random }: KindContext, { entity }: Site): string {
  const fields = everyField(entity).map(({ wireName, name }) => random.pick([wireName, name, wireName.toUpperCase()]));
  const deep = Array.from({ length: 12 }, () => 'order_items').join('.');
  return encoded(random.pick([...fields, deep, '.', 'a.b.c', '__proto__', 'constructor', random.pick(ODD_TEXTS)]));
}

function fetchWithCriteria(context: KindContext): RequestDraft {
  const { random, world } = context;
  const site = searchedSite(context);
  return {
    ...get(site, [parameter(context, site, random.chance(0.2))]),
    path: `${world.entityPath(random, site, random.integer(1, 2))}?${parameter(context, site, false)}`,
  };
}

function page(context: KindContext): RequestDraft {
  const { random } = context;
  const site = searchedSite(context);
  const isOdd = random.chance(0.2);
  const number = random.pick(isOdd ? ['0', '-1', '1.5', 'x', '99999999999999999999', ''] : ['1', '1', '2', '3']);
  const size = random.pick(isOdd ? ['101', '0', '1e2', ' 5', '2'] : ['1', '2', '3', '20', '100']);
  const parts = [`page=${encodeURIComponent(number)}`, `per_page=${encodeURIComponent(size)}`];
  const counted = random.chance(0.3) ? [`count=${random.pick(isOdd ? ['none', '1', ''] : ['none'])}`] : [];
  const others = random.chance(0.4) ? [parameter(context, site, false)] : [];
  return { ...get(site, [...parts.slice(random.integer(0, 1)), ...counted, ...others]), faultIn: faultInPage };
}

function faultInPage({ status, body }: NeutralAnswer): string | undefined {
  if (status !== 200) return undefined;
  const { count, total, data, per_page } = body as Record<string, number> & { readonly data: readonly unknown[] };
  if (count !== data.length) return 'count is not how many there are';
  return data.length > per_page! || (total !== undefined && total < data.length)
    ? 'the page and its numbers contradict each other'
    : undefined;
}

/** The first page by cursor, and cursors that are none, or those of nobody. */
function cursor(context: KindContext): RequestDraft {
  const { random } = context;
  const site = searchedSite(context);
  const made = () => Buffer.from(JSON.stringify(['>', random.pick(ODD_TEXTS), 1])).toString('base64url');
  const isOdd = random.chance(0.3);
  const after = isOdd ? random.pick([made(), 'WyI-Il0', 'WyI8Il0', 'bnVsbA', '%', '=', 'x'.repeat(5000)]) : '';
  const parts = [`after=${encodeURIComponent(after)}`, `per_page=${random.pick(['1', '2', '100', isOdd ? '0' : '3'])}`];
  const others = random.chance(0.5) ? [parameter(context, site, false)] : [];
  const order = random.chance(0.6) ? [sortParameter(context, site)] : [];
  return get(site, [...parts, ...others, ...order, ...(isOdd && random.chance(0.2) ? ['page=1'] : [])]);
}

function sort(context: KindContext): RequestDraft {
  const site = searchedSite(context);
  return get(site, [sortParameter(context, site), ...(context.random.chance(0.3) ? ['per_page=3'] : [])]);
}

/** Instants are left out: each server has its own. */
function sortParameter({ random }: KindContext, { entity }: Site): string {
  const own = searchedNames(entity, 0).map(({ name }) => name);
  const names = random.chance(0.1) ? [...own, 'id', 'nothing', 'id'] : [...own, 'id'];
  const picked = random.list(1, 3, () => random.pick(names));
  const sent = random.chance(0.9) ? [...new Set(picked)] : picked;
  return `sort=${sent.map((name) => random.pick(['', '-']) + name).join(',')}`;
}

/** A response must contain only the included fields. */
function include(context: KindContext): RequestDraft {
  const { random } = context;
  const site = associatedSite(context);
  const fields = random.list(1, 3, () => random.pick(shownFields(site.entity)));
  const below = random.chance(0.5) ? [nestedName(context, site)] : [];
  const spoiled = random.chance(0.15) ? [random.pick(['secret', '', 'id.x', '.', 'version', '*'])] : [];
  const names = [...fields, ...below, ...spoiled];
  const shown = [...new Set(names.map((name) => name.split('.')[0]!))].sort();
  const faultIn = ({ status, body }: NeutralAnswer) => {
    if (status !== 200) return undefined;
    const wrong = [body as object | readonly object[]]
      .flat()
      .find((element) => Object.keys(element).sort().join() !== shown.join());
    return wrong && `an element shows ${Object.keys(wrong).join()} where ${shown.join()} are included`;
  };
  return { ...get(site, [`include=${encodeURIComponent(names.join(','))}`]), faultIn };
}

function excludeAndExpand(context: KindContext): RequestDraft {
  const { random, world } = context;
  const site = associatedSite(context);
  const expand = `expand=${encodeURIComponent(random.list(1, 2, () => nestedName(context, site)).join(','))}`;
  const exclude = `exclude=${encodeURIComponent(random.list(1, 2, () => random.pick(shownFields(site.entity))).join(','))}`;
  const target = get(site, random.pick([[expand], [exclude], [expand, exclude]]));
  if (random.chance(0.5)) return target;
  return { ...target, path: target.path.replace(site.path, world.entityPath(random, site)) };
}

/** An association, or something below it. */
function nestedName({ random }: KindContext, { entity }: Site): string {
  const associations = shownAssociations(entity);
  if (associations.length === 0) return 'nothing';
  const { wireName, target } = random.pick(associations);
  const further = shownAssociations(target).map((one) => one.wireName);
  const below = random.chance(0.2) || further.length === 0 ? [...shownFields(target), 'nothing'] : further;
  return random.chance(0.5) ? wireName : `${wireName}.${random.pick(below)}`;
}

function get(site: Site, parameters: readonly string[]): RequestDraft {
  return { method: 'GET', path: `${site.path}?${parameters.join('&')}`, site };
}

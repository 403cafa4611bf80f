import type { CollectionMetadata, EntityMetadata, FieldMetadata } from '../../metadata';
import type { Page, SortKey } from '../../persistence';
import type { Access } from '../access/access';
import { readingField } from '../access/reading';
import type { SearchSection } from '../aggregate-configuration';
import { invalidParameter, quoted } from '../invalid-parameter';
import { isVisibleField } from '../selection/visible-fields';
import { refuseComputed } from './refuse-computed';

/**
 * Reads `page` and `per_page`; one of them is enough to ask for a page.
 *
 * @throws BadRequestException for what is no page
 */
export function readPage(
  page: string | undefined,
  perPage: string | undefined,
  { maxPerPage, defaultPerPage }: SearchSection,
): Page | undefined {
  if (page === undefined && perPage === undefined) return undefined;
  const size = readSize(perPage, { maxPerPage, defaultPerPage });
  const last = Math.floor(Number.MAX_SAFE_INTEGER / size);
  return { number: page === undefined ? 1 : numberIn('page', page, last), size };
}

/** Reads `per_page`. */
export function readSize(
  perPage: string | undefined,
  { maxPerPage, defaultPerPage }: Pick<SearchSection, 'maxPerPage' | 'defaultPerPage'>,
): number {
  return perPage === undefined ? Math.min(defaultPerPage, maxPerPage) : numberIn('per_page', perPage, maxPerPage);
}

/**
 * Reads `count=none`: the page alone is read, not how many there are on all of them.
 *
 * @param prefixed names of fields that need the prefix, one of which may be meant
 * @throws BadRequestException for another value, and where no page is asked for
 */
export function uncounted(page: Page | undefined, count: string, prefixed: readonly string[]): Page {
  verifyCount(count, prefixed);
  if (page) return { ...page, isUncounted: true };
  throw invalidParameter(
    'count',
    'count=none is for pages: give page or per_page, or leave it out, since a whole list counts nothing.',
  );
}

/** @throws BadRequestException for another value than `none` */
export function verifyCount(count: string, prefixed: readonly string[]): void {
  if (count === 'none') return;
  const field = prefixed.find((one) => one.endsWith('.count'));
  const instead = field ? ` The field is searched by ${field}.` : '';
  throw invalidParameter('count', `count takes none, and is ${quoted(count)}.${instead}`);
}

function numberIn(parameter: string, text: string, max: number): number {
  const value = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : 0;
  if (value >= 1 && value <= max) return value;
  throw invalidParameter(parameter, `${parameter} must be a whole number from 1 to ${max}, and is ${quoted(text)}.`);
}

/** What the lists are of, as far as it decides by what they are sorted. */
export interface Sorted {
  /** Whether entities are read that were deleted: in the order in which they were, too. */
  readonly withDeleted?: boolean;
  /** The collection that they are in, whose join table may say more of them. */
  readonly within?: CollectionMetadata;
}

/**
 * Reads `sort`: names joined by commas, `-` before one that descends.
 *
 * @param values of the parameter, which may be repeated
 * @returns in the order of the texts; the primary key is added where entities are read
 * @throws BadRequestException for a name that cannot be sorted by, or that is given twice
 * @throws UnauthorizedException, ForbiddenException for one that the request may not read
 */
export function readSort(
  entity: EntityMetadata,
  values: readonly string[],
  access: Access,
  { withDeleted = false, within }: Sorted = {},
): readonly SortKey[] {
  const known = sortableFields(entity, withDeleted, within);
  const words = values.flatMap((text) => text.split(','));
  const keys = words.map((word) => {
    const isDescending = word.startsWith('-');
    const name = isDescending ? word.slice(1) : word;
    const field = known.find(({ wireName }) => wireName === name);
    if (field) {
      access.demand(readingField(field), `The name ${quoted(name)} in the parameter "sort"`);
      return { field, isDescending };
    }
    refuseComputed(entity, name, 'sort', access);
    const readable = known.filter((one) => access.permits(readingField(one)));
    const names = readable.map(({ wireName }) => wireName).join(', ');
    throw invalidParameter(
      'sort',
      `sort names ${quoted(name)}, which cannot be sorted by. Fields to sort by: ${names}.`,
    );
  });
  const twice = keys.find(({ field }, index) => keys.findIndex((key) => key.field === field) !== index);
  if (twice) throw invalidParameter('sort', `sort names ${quoted(twice.field.wireName)} twice.`);
  return keys;
}

/** The fields that a list can be sorted by, and with those that were deleted, by when they were. */
export function sortableFields(
  { fields, key, primaryKey }: EntityMetadata,
  withDeleted = false,
  within?: CollectionMetadata,
): FieldMetadata[] {
  return [...fields.values(), ...(within?.joinFields.values() ?? [])].filter((field) => {
    const isTimestamp = ['createdAt', 'updatedAt', 'deletedAt'].includes(field.origin);
    return (
      isVisibleField(field, withDeleted) && (field.searchable || isTimestamp || field === key || field === primaryKey)
    );
  });
}

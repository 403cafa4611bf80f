import type { EntityMetadata, FieldMetadata } from '../../metadata';
import type { Page, SortKey } from '../../persistence';
import type { Access } from '../access/access';
import { readingField } from '../access/reading';
import type { SearchSection } from '../aggregate-configuration';
import { quoted, refusal } from '../refusal';
import { isReadable } from '../selection/readable-fields';

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
  const size = perPage === undefined ? Math.min(defaultPerPage, maxPerPage) : numberIn('per_page', perPage, maxPerPage);
  const last = Math.floor(Number.MAX_SAFE_INTEGER / size);
  return { number: page === undefined ? 1 : numberIn('page', page, last), size };
}

function numberIn(parameter: string, text: string, max: number): number {
  const value = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : 0;
  if (value >= 1 && value <= max) return value;
  throw refusal(parameter, `${parameter} must be a whole number from 1 to ${max}, and is ${quoted(text)}.`);
}

/**
 * Reads `sort`: names joined by commas, `-` before one that descends.
 *
 * @param values of the parameter, which may be repeated
 * @returns in the order of the texts; the primary key is added where entities are read
 * @throws BadRequestException for a name that cannot be sorted by, or that is given twice
 * @throws UnauthorizedException, ForbiddenException for one that the request may not read
 */
export function readSort(entity: EntityMetadata, values: readonly string[], access: Access): readonly SortKey[] {
  const known = sortableFields(entity);
  const words = values.flatMap((text) => text.split(','));
  const keys = words.map((word) => {
    const isDescending = word.startsWith('-');
    const name = isDescending ? word.slice(1) : word;
    const field = known.find(({ wireName }) => wireName === name);
    if (field) {
      access.demand(readingField(field), `The name ${quoted(name)} in the parameter "sort"`);
      return { field, isDescending };
    }
    const readable = known.filter((one) => access.permits(readingField(one)));
    const names = readable.map(({ wireName }) => wireName).join(', ');
    throw refusal('sort', `sort names ${quoted(name)}, by which nothing can be sorted; known are ${names}.`);
  });
  const twice = keys.find(({ field }, index) => keys.findIndex((key) => key.field === field) !== index);
  if (twice) throw refusal('sort', `sort names ${quoted(twice.field.wireName)} twice.`);
  return keys;
}

/** The fields that a list can be sorted by. */
export function sortableFields({ fields, key, primaryKey }: EntityMetadata): FieldMetadata[] {
  return [...fields.values()].filter((field) => {
    const isTimestamp = field.origin === 'createdAt' || field.origin === 'updatedAt';
    return isReadable(field) && (field.searchable || isTimestamp || field === key || field === primaryKey);
  });
}

import type { BadRequestException } from '../../core';
import type { CollectionMetadata, EntityMetadata, FieldMetadata } from '../../metadata';
import type { SortKey } from '../../persistence';
import type { Access } from '../access/access';
import { readingField } from '../access/reading';
import { invalidParameter, quoted } from '../invalid-parameter';
import { isVisibleField } from '../selection/visible-fields';
import { splitNames } from '../split-names';
import { rejectComputedField } from './reject-computed-field';

/** SQLite limits the depth of the condition for the rows after a cursor. */
const MAX_NAMES = 100;

/** Which lists have more sortable fields. */
export interface SortOptions {
  /** Whether deleted entities are read: they can be sorted by `deleted_at`. */
  readonly withDeleted?: boolean;
  /** The collection that the entities are in, whose join table may have fields of its own. */
  readonly within?: CollectionMetadata;
}

/**
 * Reads `sort`: names joined by commas, `-` before a descending one.
 *
 * @param values of the parameter, which may be repeated
 * @returns the keys in the order of the names; the primary key is added where entities are read
 * @throws BadRequestException for a name that is not sortable or that is given twice, or for too many names
 * @throws UnauthorizedException, ForbiddenException for a field that the request may not read
 */
export function readSort(
  entity: EntityMetadata,
  values: readonly string[],
  access: Access,
  { withDeleted = false, within }: SortOptions = {},
): readonly SortKey[] {
  const sortable = sortableFields(entity, withDeleted, within);
  const keys: SortKey[] = [];
  const words = splitNames(values);
  if (words.length > MAX_NAMES) {
    throw invalidParameter('sort', `sort has ${words.length} names: give ${MAX_NAMES} at most.`);
  }
  for (const word of words) {
    const isDescending = word.startsWith('-');
    const name = isDescending ? word.slice(1) : word;
    const field = sortable.find(({ wireName }) => wireName === name);
    if (!field) {
      rejectComputedField(entity, name, 'sort', access);
      throw notSortable(name, sortable, access);
    }
    access.require(readingField(field), `The name ${quoted(name)} in the parameter "sort"`);
    keys.push({ field, isDescending });
  }
  const repeated = keys.find(({ field }, index) => keys.findIndex((key) => key.field === field) !== index);
  if (repeated) throw invalidParameter('sort', `sort names ${quoted(repeated.field.wireName)} twice.`);
  return keys;
}

/** The fields that a list can be sorted by: searchable ones, the keys and the timestamps. */
export function sortableFields(
  { fields, key, isKeyed }: EntityMetadata,
  withDeleted = false,
  within?: CollectionMetadata,
): FieldMetadata[] {
  return [...fields.values(), ...(within?.joinFields.values() ?? [])].filter((field) => {
    const isTimestamp = ['createdAt', 'updatedAt', 'deletedAt'].includes(field.origin);
    const isKey = field.isPrimaryKey || (isKeyed && field === key);
    return isVisibleField(field, withDeleted) && (field.searchable || isTimestamp || isKey);
  });
}

function notSortable(name: string, sortable: readonly FieldMetadata[], access: Access): BadRequestException {
  const readable = sortable.filter((field) => access.permits(readingField(field)));
  const names = readable.map(({ wireName }) => wireName).join(', ');
  return invalidParameter(
    'sort',
    `sort names ${quoted(name)}, which is not a sortable field. Sortable fields: ${names}.`,
  );
}

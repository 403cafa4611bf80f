import { createHash } from 'node:crypto';
import type { EntityMetadata, FieldMetadata } from '../../metadata';
import type { Slice } from '../../operations';
import { hasGetter, type SortKey, sortBySeveral } from '../../persistence';
import type { Access } from '../access/access';
import { readingField } from '../access/reading';
import { invalidParameter, quoted } from '../invalid-parameter';
import { isVisibleField } from '../selection/visible-fields';
import { AFTER, Cursors } from './cursors';

/** A page by cursor, with the cursors of the pages around it. */
export interface CursorSlice extends Slice {
  readonly cursors: Cursors;
}

/** The list that is paged through. */
export interface SlicedList {
  readonly entity: EntityMetadata;
  readonly sort?: readonly SortKey[];
  readonly size: number;
  /** All parameters that decide which entities the list has, and in which order; serialized to JSON. */
  readonly search: unknown;
}

/**
 * Reads `after`.
 *
 * @throws BadRequestException for a cursor of another search or order
 * @throws UnauthorizedException, ForbiddenException where the request may not read the key that ends the order
 */
export function readSlice(cursor: string, { entity, sort, size, search }: SlicedList, access: Access): CursorSlice {
  const order = totalOrder(entity, sort ?? [], access);
  const cursors = new Cursors(order, digest(search));
  return { size, order, cursors, ...cursors.read(cursor) };
}

/**
 * The sort, made total by a unique key: the primary key, or the key of paths where the primary key may not be shown.
 * Clients can decode a cursor, so it may contain visible fields only.
 */
function totalOrder(entity: EntityMetadata, sort: readonly SortKey[], access: Access): readonly SortKey[] {
  const order = sortBySeveral(entity.isKeyed ? [uniqueKeyOf(entity, access)] : keysOf(entity, access), sort);
  const withGetter = order.find(({ field }) => hasGetter(entity, field));
  if (!withGetter) return order;
  throw invalidParameter(
    AFTER,
    `after cannot be used with the order by ${quoted(withGetter.field.wireName)}: the cursor would show the stored value, and the field has a getter. Use page.`,
  );
}

function uniqueKeyOf({ primaryKey, key, name }: EntityMetadata, access: Access): FieldMetadata {
  const visible = [primaryKey, key].filter((field) => isVisibleField(field));
  const uniqueKey = visible.find((field) => access.permits(readingField(field))) ?? visible[0];
  if (!uniqueKey) throw invalidParameter(AFTER, `after cannot be used with ${name}, whose key is hidden: use page.`);
  access.require(readingField(uniqueKey), 'The parameter "after"');
  return uniqueKey;
}

/** The columns of the primary key of a class without a key in paths. */
function keysOf({ rowOrder, isOrderTotal, name }: EntityMetadata, access: Access): readonly FieldMetadata[] {
  if (!isOrderTotal)
    throw invalidParameter(AFTER, `after cannot be used with ${name}, whose rows have no key: use page.`);
  if (!rowOrder.every((field) => isVisibleField(field))) {
    throw invalidParameter(AFTER, `after cannot be used with ${name}, whose key is hidden: use page.`);
  }
  for (const field of rowOrder) access.require(readingField(field), 'The parameter "after"');
  return rowOrder;
}

/** Short, since it only has to tell searches apart; it is not a security measure. */
function digest(search: unknown): string {
  return createHash('sha256').update(JSON.stringify(search)).digest('base64url').slice(0, 12);
}

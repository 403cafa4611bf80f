import { createHash } from 'node:crypto';
import type { EntityMetadata, FieldMetadata } from '../../metadata';
import type { Slice } from '../../operations';
import { hasGetter, type SortKey } from '../../persistence';
import type { Access } from '../access/access';
import { readingField } from '../access/reading';
import { invalidParameter, quoted } from '../invalid-parameter';
import { isVisibleField } from '../selection/visible-fields';
import { AFTER, Cursors } from './cursors';

/** Part of a list, with the cursors of the parts around it. */
export interface CursorSlice extends Slice {
  readonly cursors: Cursors;
}

/** What a list with a cursor is asked for besides. */
export interface SlicedList {
  readonly entity: EntityMetadata;
  readonly sort?: readonly SortKey[];
  readonly size: number;
  /** All parameters that decide which entities there are, and in which order. */
  readonly sought: unknown;
}

/**
 * Reads `after`.
 *
 * @throws BadRequestException for what is no cursor of this search and order
 * @throws UnauthorizedException, ForbiddenException where the request may not read what tells the entities apart
 */
export function readSlice(cursor: string, { entity, sort, size, sought }: SlicedList, access: Access): CursorSlice {
  const order = totalOrder(entity, sort ?? [], access);
  const cursors = new Cursors(order, digest(sought));
  return { size, order, cursors, ...cursors.read(cursor) };
}

/**
 * The sort, and after it what tells the entities apart: the primary key, or where nobody sees that, the key of paths.
 * Cursors are in the hands of clients, so nothing else may be in them.
 */
function totalOrder(entity: EntityMetadata, sort: readonly SortKey[], access: Access): readonly SortKey[] {
  const last = lastKey(entity, access);
  const at = sort.findIndex(({ field }) => field === last);
  const order = at < 0 ? [...sort, { field: last, isDescending: false }] : sort.slice(0, at + 1);
  const gotten = order.find(({ field }) => hasGetter(entity, field));
  if (!gotten) return order;
  throw invalidParameter(
    AFTER,
    `after is not for the order by ${quoted(gotten.field.wireName)}: what is shown of it is made by a getter, and not what it is sorted by. Use page.`,
  );
}

function lastKey({ primaryKey, key, name }: EntityMetadata, access: Access): FieldMetadata {
  const shown = [primaryKey, key].filter((field) => isVisibleField(field));
  const last = shown.find((field) => access.permits(readingField(field))) ?? shown[0];
  if (!last) throw invalidParameter(AFTER, `after is not for ${name}, whose key is not shown: use page.`);
  access.demand(readingField(last), 'The parameter "after"');
  return last;
}

/** Long enough to tell searches apart; it keeps no secret. */
function digest(sought: unknown): string {
  return createHash('sha256').update(JSON.stringify(sought)).digest('base64url').slice(0, 12);
}

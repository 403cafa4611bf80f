import { entityTagsIn, PreconditionFailedException, tagOfState } from '../../core';
import type { PathRow } from '../../persistence';
import type { Operation } from '../operation/operation';
import type { RequestParts } from '../operation/request-parts';
import { rowsIn } from './aggregate-tag';
import { idsIn, tagsMiscounted } from './requested-ids';
import type { RowDigests } from './row-digests';

type RowsCondition = (rows: readonly PathRow[]) => void;

/**
 * The condition of `If-Match` on the rows that a path names, in an aggregate without a version: a tag of the same path
 * matches. For several ids it takes one tag for each, or the one of a read of the same ids.
 *
 * @returns undefined for `*`
 */
export function rowMatchOf(
  operation: Operation,
  request: RequestParts,
  ifMatch: string,
  digests: RowDigests,
): RowsCondition | undefined {
  const tags = entityTagsIn('If-Match', ifMatch);
  // A missing resource is 404, whatever the header says.
  if (tags === '*') return undefined;
  const sent = tags.map(rowsIn);
  const ids = idsIn(request);
  const isOfEach = ids.length > 1 && (operation.collections.length === 0 || sent.length > 1);
  if (!isOfEach) return (rows) => verifyAll(operation, digests.ofRows(rows), sent);
  if (ids.length !== sent.length) throw tagsMiscounted(ids.length, sent.length);
  return (rows) => verifyEach(operation, digests, rows, ids, sent);
}

/** The condition of `If-None-Match` on a write; undefined where it does not apply. */
export function rowAbsenceOf(
  operation: Operation,
  ifNoneMatch: string,
  digests: RowDigests,
): RowsCondition | undefined {
  if (operation.verb === 'create' || operation.field) return undefined;
  const tags = entityTagsIn('If-None-Match', ifNoneMatch);
  const sent = tags === '*' ? [] : tags.map((tag) => rowsIn({ ...tag, isWeak: false }));
  return (rows) => {
    for (const current of [digests.ofRows(rows), ...rows.map((row) => digests.ofRows([row]))]) {
      if (current === undefined || (tags !== '*' && !sent.includes(current))) continue;
      throw new PreconditionFailedException(
        `The ${operation.entity.name} exists${tags === '*' ? '' : ' in this state'}, but If-None-Match requires that it does not.`,
        { headers: { ETag: tagOfState(current) } },
      );
    }
  };
}

type Sent = readonly (string | undefined)[];

/** @throws PreconditionFailedException with the current tag */
function verifyAll(operation: Operation, current: string | undefined, sent: Sent): void {
  if (current !== undefined && sent.includes(current)) return;
  throw new PreconditionFailedException(
    current === undefined
      ? 'A resource that is being created has no tag yet: leave out If-Match.'
      : `The ${guardedRows(operation)} since the tag in If-Match was read, or the tag is that of another path: read it again.`,
    current === undefined ? {} : { headers: { ETag: tagOfState(current) } },
  );
}

/** @throws PreconditionFailedException with the ids whose tags do not match, as `stale` */
function verifyEach(
  operation: Operation,
  digests: RowDigests,
  rows: readonly PathRow[],
  ids: readonly string[],
  sent: Sent,
): void {
  const current = new Map(rows.map((row) => [row.key, digests.ofRows([row])]));
  const isStale = (id: string, index: number) => current.has(id) && current.get(id) !== sent[index];
  const stale = [...new Set(ids.filter(isStale))];
  if (stale.length === 0) return;
  const list = stale.map((id) => JSON.stringify(id)).join(', ');
  throw new PreconditionFailedException(
    `${guardedRows(operation, list)} since the tag in If-Match was read: read it again. Nothing was changed.`,
    { extensions: { stale } },
  );
}

/** The rows that a tag of the operation's path guards, as the subject of a message. */
function guardedRows({ collections, entity, verb }: Operation, ids = ''): string {
  const namesParents = verb === 'create' || verb === 'replace';
  const depth = namesParents ? collections.length - 1 : collections.length;
  const { name } = namesParents ? (collections.at(-1)?.owner ?? entity) : entity;
  return `${ids ? `${name} ${ids}` : name}${depth > 0 ? ' or one of its parents' : ''} has changed`;
}

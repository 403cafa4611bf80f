import { entityTagsIn, PreconditionFailedException, PreconditionRequiredException, tagOfState } from '../../core';
import { type EntityMetadata, versionFieldOf } from '../../metadata';
import { RootCheck, type RootConditions } from '../../operations';
import type { Row } from '../../persistence';
import { isAboutSingle, type Operation } from '../operation/operation';
import type { RequestParts } from '../operation/request-parts';
import { rowsIn, versionIn } from './aggregate-tag';
import { idsIn, tagsMiscounted } from './requested-ids';
import { rowAbsenceOf, rowMatchOf } from './row-conditions';
import type { RowDigests } from './row-digests';

type RootCondition = NonNullable<RootConditions['roots']>;

/**
 * The check that compares the roots of a write with `If-Match` and `If-None-Match`. Only the version in a tag counts, so
 * that a tag read anywhere in an aggregate applies to a write anywhere in it. Without a version it is the digest of the
 * rows that the path names.
 *
 * @throws BadRequestException for a malformed header, or if the numbers of tags and ids differ
 * @throws PreconditionRequiredException if `If-Match` is required and missing
 */
export function rootCheckOf(
  operation: Operation,
  request: RequestParts,
  { rowDigests }: { readonly rowDigests: RowDigests },
): RootCheck {
  if (operation.input.concurrency === 'off') return new RootCheck();
  const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = request.headers;
  const presence = mayCreateSingle(operation) ? presenceOf(request) : undefined;
  if (ifMatch === undefined && !presence) requireCondition(operation, request);
  const noneMatch = presence ? undefined : ifNoneMatch;
  if (versionFieldOf(operation.aggregate.root) === undefined) {
    const rows = rowsConditionOf(operation, request, rowDigests, ifMatch, noneMatch);
    return new RootCheck({ rows, presence });
  }
  const match = ifMatch === undefined ? undefined : conditionOf(operation, request, ifMatch);
  const absence = noneMatch === undefined ? undefined : absenceOf(operation, noneMatch);
  return new RootCheck({ roots: match && absence ? both(match, absence) : (match ?? absence), presence });
}

/** Undefined for a request without conditions, whose response has no tag: reading the rows costs a statement. */
function rowsConditionOf(
  operation: Operation,
  request: RequestParts,
  digests: RowDigests,
  ifMatch: string | undefined,
  ifNoneMatch: string | undefined,
): RootConditions['rows'] {
  if (!isConditional(request)) return undefined;
  const match = ifMatch === undefined ? undefined : rowMatchOf(operation, request, ifMatch, digests);
  const absence = ifNoneMatch === undefined ? undefined : rowAbsenceOf(operation, ifNoneMatch, digests);
  return (rows) => {
    match?.(rows);
    absence?.(rows);
  };
}

/** Whether the headers of a write have a condition. */
export function isConditional({ headers }: RequestParts): boolean {
  return headers['if-match'] !== undefined || headers['if-none-match'] !== undefined;
}

/** A PUT of a single child creates it if there is none. */
function mayCreateSingle(operation: Operation): boolean {
  return operation.verb === 'update' && isAboutSingle(operation);
}

function both(one: RootCondition, other: RootCondition): RootCondition {
  return (roots) => {
    one(roots);
    other(roots);
  };
}

/** @throws PreconditionRequiredException if `If-Match` is required and missing */
export function requireCondition({ input: { concurrency } }: Operation, request: RequestParts): void {
  if (concurrency !== 'required' || request.headers['if-match'] !== undefined || request.isConditionMet) return;
  throw conditionRequired(request);
}

/** Whether a tag in `If-Match` contains the state of an aggregate. */
export function namesState(
  { aggregate: { root }, input: { concurrency } }: Operation,
  { headers }: RequestParts,
): boolean {
  const ifMatch = concurrency === 'off' ? undefined : headers['if-match'];
  const tags = ifMatch === undefined ? '*' : entityTagsIn('If-Match', ifMatch);
  const stateIn = versionFieldOf(root) === undefined ? rowsIn : versionIn;
  return tags !== '*' && tags.some((tag) => stateIn(tag) !== undefined);
}

/** The condition `*` of a PUT that may create: with `If-Match` the resource must exist, with `If-None-Match` it must not. */
function presenceOf({ headers }: RequestParts): ((exists: boolean) => void) | undefined {
  const mustBeNew = headers['if-none-match']?.trim() === '*';
  const mustExist = headers['if-match']?.trim() === '*';
  if (!mustBeNew && !mustExist) return undefined;
  return (exists) => {
    if (exists && mustBeNew) {
      throw new PreconditionFailedException('The resource already exists, but If-None-Match requires a new one.');
    }
    if (!exists && mustExist) {
      throw new PreconditionFailedException('The resource does not exist, but If-Match requires an existing one.');
    }
  };
}

function conditionOf(operation: Operation, request: RequestParts, ifMatch: string): RootCondition | undefined {
  const tags = entityTagsIn('If-Match', ifMatch);
  // A missing resource is 404, whatever the header says.
  if (tags === '*') return undefined;
  const { root } = operation.aggregate;
  const versions = tags.map(versionIn);
  const ids = operation.collections.length === 0 ? idsIn(request) : [];
  if (ids.length < 2) return ([row]) => verifyOne(root, row, versions);
  if (ids.length !== versions.length) throw tagsMiscounted(ids.length, versions.length);
  return (roots) => verifyEach(root, roots, ids, versions);
}

/**
 * The condition of `If-None-Match`, whose tags are compared weakly. A create is not about a resource that exists; for a
 * large value, the value itself is compared.
 */
function absenceOf({ aggregate: { root }, verb, field }: Operation, ifNoneMatch: string): RootCondition | undefined {
  if (verb === 'create' || field) return undefined;
  const tags = entityTagsIn('If-None-Match', ifNoneMatch);
  const versions = tags === '*' ? [] : tags.map((tag) => versionIn({ ...tag, isWeak: false }));
  return (roots) => {
    for (const row of roots) {
      const version = versionOf(root, row);
      if (tags !== '*' && (version === undefined || !versions.includes(version))) continue;
      throw new PreconditionFailedException(
        `The ${root.name} exists${tags === '*' ? '' : ' in this version'}, but If-None-Match requires that it does not.`,
        version === undefined ? {} : { headers: { ETag: tagOfState(version) } },
      );
    }
  };
}

type Versions = readonly (number | undefined)[];

/** @throws PreconditionFailedException with the current tag */
function verifyOne(root: EntityMetadata, row: Row | undefined, versions: Versions): void {
  const version = row && versionOf(root, row);
  if (version !== undefined && versions.includes(version)) return;
  throw new PreconditionFailedException(
    row
      ? `The ${root.name} has changed since the tag in If-Match was read: read it again.`
      : 'A resource that is being created has no tag yet: leave out If-Match.',
    version === undefined ? {} : { headers: { ETag: tagOfState(version) } },
  );
}

/** @throws PreconditionFailedException with the ids whose tags do not match, as `stale` */
function verifyEach(root: EntityMetadata, rows: readonly Row[], ids: readonly string[], versions: Versions): void {
  const current = new Map(rows.map((row) => [String(row.get(root.key.name)), versionOf(root, row)]));
  const isStale = (id: string, index: number) =>
    current.has(id) && (current.get(id) === undefined || current.get(id) !== versions[index]);
  const stale = [...new Set(ids.filter(isStale))];
  if (stale.length === 0) return;
  const list = stale.map((id) => JSON.stringify(id)).join(', ');
  throw new PreconditionFailedException(
    `${root.name} ${list} has changed since the tag in If-Match was read: read it again. Nothing was changed.`,
    { extensions: { stale } },
  );
}

function versionOf(root: EntityMetadata, row: Row): number | undefined {
  const name = versionFieldOf(root);
  const version = name === undefined ? null : (row.get(name) ?? null);
  return version === null ? undefined : Number(version);
}

function conditionRequired({ method, originalPath }: RequestParts): PreconditionRequiredException {
  return new PreconditionRequiredException(
    `${method} ${originalPath} requires the header If-Match: send the ETag of the resource as it was read.`,
  );
}

/** Whether every write needs a check: to require the header, or, below a root, to learn the root's new version. */
export function needsRootCheck({ collections, input: { concurrency } }: Operation): boolean {
  return concurrency === 'required' || (concurrency !== 'off' && collections.length > 0);
}

import {
  BadRequestException,
  entityTagsIn,
  PreconditionFailedException,
  PreconditionRequiredException,
  type Request,
  tagOfVersion,
} from '../../core';
import { type EntityMetadata, versionFieldOf } from '../../metadata';
import { type RootCondition, RootGuard } from '../../operations';
import type { Row } from '../../persistence';
import type { Operation } from '../operation/operation';
import { KEY_PARAMETER } from '../operation/resource-path';
import { versionIn } from './aggregate-tag';

/**
 * The guard of a write with what `If-Match` asks of its roots: the version alone counts, so that a tag that was read
 * anywhere in an aggregate guards a write anywhere in it.
 *
 * @throws BadRequestException for a malformed header, or another number of tags than of ids
 * @throws PreconditionRequiredException where a header is required and missing
 */
export function guardOf(operation: Operation, request: Request): RootGuard {
  const { concurrency } = operation.input;
  const ifMatch = concurrency === 'off' ? undefined : request.headers['if-match'];
  const presence = concurrency === 'off' ? undefined : presenceOf(request);
  if (ifMatch !== undefined) return new RootGuard(conditionOf(operation, request, ifMatch), presence);
  if (!presence) requireCondition(operation, request);
  return new RootGuard(undefined, presence);
}

/** @throws PreconditionRequiredException where `If-Match` is required and missing */
export function requireCondition({ input: { concurrency } }: Operation, request: Request): void {
  if (concurrency !== 'required' || request.headers['if-match'] !== undefined) return;
  if (!settled.has(request)) throw required(request);
}

/** Parts of a request whose root was held against `If-Match` already. */
const settled = new WeakSet<Request>();

/** Says that a part of a request needs no condition: the request as a whole has had it. */
export function settleCondition(part: Request): void {
  settled.add(part);
}

/** Whether `If-Match` names the version of an aggregate. */
export function namesVersion({ input: { concurrency } }: Operation, { headers }: Request): boolean {
  const ifMatch = concurrency === 'off' ? undefined : headers['if-match'];
  const tags = ifMatch === undefined ? '*' : entityTagsIn('If-Match', ifMatch);
  return tags !== '*' && tags.some((tag) => versionIn(tag) !== undefined);
}

/** The condition `*` of a PUT that may create: with `If-Match` the resource must exist, with `If-None-Match` it must not. */
function presenceOf({ headers }: Request): ((isThere: boolean) => void) | undefined {
  const mustBeNew = headers['if-none-match']?.trim() === '*';
  const mustBeThere = headers['if-match']?.trim() === '*';
  if (!mustBeNew && !mustBeThere) return undefined;
  return (isThere) => {
    if (isThere && mustBeNew)
      throw new PreconditionFailedException('It is there already: If-None-Match asks for none.');
    if (!isThere && mustBeThere) throw new PreconditionFailedException('It is not there: If-Match asks for one.');
  };
}

function conditionOf(operation: Operation, request: Request, ifMatch: string): RootCondition | undefined {
  const tags = entityTagsIn('If-Match', ifMatch);
  // A missing resource is reported as such.
  if (tags === '*') return undefined;
  const { root } = operation.aggregate;
  const versions = tags.map(versionIn);
  const ids = operation.collections.length === 0 ? idsIn(request) : [];
  if (ids.length < 2) return ([one]) => verifyOne(root, one, versions);
  if (ids.length !== versions.length) throw miscounted(ids.length, versions.length);
  return (roots) => verifyEach(root, roots, ids, versions);
}

type Versions = readonly (number | undefined)[];

/** @throws PreconditionFailedException with the current tag */
function verifyOne(root: EntityMetadata, row: Row | undefined, versions: Versions): void {
  const version = row && versionOf(root, row);
  if (version !== undefined && versions.includes(version)) return;
  throw new PreconditionFailedException(
    row
      ? `The ${root.name} is no longer what If-Match names: read it again.`
      : `What is to be created has no tag yet: leave If-Match out.`,
    version === undefined ? {} : { headers: { ETag: tagOfVersion(version) } },
  );
}

/** @throws PreconditionFailedException with the ids whose tags do not match */
function verifyEach(root: EntityMetadata, rows: readonly Row[], ids: readonly string[], versions: Versions): void {
  const current = new Map(rows.map((row) => [String(row.get(root.key.name)), versionOf(root, row)]));
  const isStale = (id: string, index: number) =>
    current.has(id) && (current.get(id) === undefined || current.get(id) !== versions[index]);
  const stale = [...new Set(ids.filter(isStale))];
  if (stale.length === 0) return;
  const list = stale.map((id) => JSON.stringify(id)).join(', ');
  throw new PreconditionFailedException(
    `${root.name} ${list} is no longer what If-Match names: read it again. Nothing was changed.`,
    { extensions: { stale } },
  );
}

function versionOf(root: EntityMetadata, row: Row): number | undefined {
  const name = versionFieldOf(root);
  const version = name === undefined ? null : (row.get(name) ?? null);
  return version === null ? undefined : Number(version);
}

function idsIn({ rawPathParameters }: Request): readonly string[] {
  const raw = rawPathParameters[KEY_PARAMETER];
  return raw === undefined ? [] : raw.split(',').map(decodeURIComponent);
}

function miscounted(ids: number, tags: number): BadRequestException {
  return new BadRequestException(
    `There are ${ids} ids in the path and ${tags} tags in If-Match: send one tag for each id, in the same order, or *.`,
  );
}

function required({ method, originalPath }: Request): PreconditionRequiredException {
  return new PreconditionRequiredException(
    `${method} ${originalPath} needs the header If-Match: send the ETag of what was read.`,
  );
}

/** Whether every write of the operation needs a guard: one below a root learns its version there, one may lack its header. */
export function needsGuard({ collections, input: { concurrency } }: Operation): boolean {
  return concurrency === 'required' || (concurrency !== 'off' && collections.length > 0);
}

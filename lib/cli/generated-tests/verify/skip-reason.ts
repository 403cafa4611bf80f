import { isPlainObject } from '../../../foundation';
import type { EntityMetadata } from '../../../metadata';
import { uniqueIndexesOf } from '../../../persistence';

/** What the classes of an application can reject although a request of a suite is right. */
export interface Rejecting {
  readonly entities: readonly EntityMetadata[];
  /** The classes with a scope whose rows the client of the suites may not have access to. */
  readonly scoped: ReadonlySet<string>;
  /** The permissions of the client of the suites. */
  readonly known: ReadonlySet<string>;
  /** The permissions that the operations of the tested place require. */
  readonly own: ReadonlySet<string>;
  /** The permissions of the classes that those of the place refer to or contain. */
  readonly related: ReadonlySet<string>;
}

/** A failed expectation of a status, as the matchers of the testing kit report it. */
interface StatusReport {
  readonly expected: number | '2xx';
  readonly actual: { readonly status: number; readonly body: unknown };
}

type Members = Readonly<Record<string, unknown>>;

/**
 * Why a test fails although nothing is wrong: an invariant, a scope, a unique key, keys that have run out, or a permission
 * of another class, which only samples of the project can meet. It is read from the response, or from the error of the kit,
 * never guessed. Undefined for all other failures.
 *
 * @param detail  the error, as far as the report of jest contains it
 */
export function skipReason(detail: unknown, rejecting: Rejecting): string | undefined {
  if (!isPlainObject(detail)) return undefined;
  const { obstacle, matcherResult, cause } = detail;
  if (isPlainObject(obstacle)) return storedReason(obstacle);
  if (isStatusReport(matcherResult)) return responseReason(matcherResult, rejecting);
  return skipReason(cause, rejecting);
}

function isStatusReport(value: unknown): value is StatusReport {
  return isPlainObject(value) && isPlainObject(value.actual) && typeof value.actual.status === 'number';
}

const STORED: Readonly<Record<string, string>> = {
  invariant: 'the generated values break the invariant',
  unique: 'the generated values are not unique:',
  keys: 'there are no keys left:',
};

function storedReason({ kind, detail }: Members): string | undefined {
  const reason = STORED[String(kind)];
  return reason && `${reason} ${detail}`;
}

/** Only a success can be prevented by values. Where another error is expected, the wrong one is a fault. */
function responseReason(
  { expected, actual: { status, body } }: StatusReport,
  rejecting: Rejecting,
): string | undefined {
  if (expected !== '2xx' && (expected < 200 || expected >= 300)) return undefined;
  if (!isPlainObject(body) || body.status !== status) return undefined;
  const detail = String(body.detail);
  switch (status) {
    case 422:
      return invariantReason(body);
    case 409:
      return uniqueReason(detail, rejecting) ?? scopeReason(detail, rejecting);
    case 404:
      return scopeReason(detail, rejecting);
    case 403:
      return scopeReason(detail, rejecting) ?? permissionReason(detail, rejecting);
    default:
      return undefined;
  }
}

function invariantReason({ invariants }: Members): string | undefined {
  const [first] = Array.isArray(invariants) ? invariants : [];
  return isPlainObject(first)
    ? `${STORED.invariant} "${first.invariant}" of ${first.type}: ${first.message}`
    : undefined;
}

const DUPLICATE = 'Another entity has the same ';

function uniqueReason(detail: string, { entities }: Rejecting): string | undefined {
  if (!detail.startsWith(DUPLICATE)) return undefined;
  const names = detail.slice(DUPLICATE.length, -1).split(' and ');
  const has = (entity: EntityMetadata) =>
    uniqueIndexesOf(entity).some((index) => {
      const known = index.map((name) => entity.fields.get(name)?.wireName);
      return names.every((name) => known.includes(name));
    });
  const entity = entities.find(has);
  return entity && `${STORED.unique} ${names.join(' and ')} of ${entity.name}`;
}

/** The class that a detail names: `No Order with id "7" was found.`, `… refers to the Order 7, …`, `… leave the Order outside …`. */
function scopeReason(detail: string, { scoped }: Rejecting): string | undefined {
  const words = detail.split(/[ .,]/);
  const name = ['No', 'the'].map((before) => words[words.indexOf(before) + 1]!).find((word) => scoped.has(word));
  return name === undefined ? undefined : `the client has no access to this ${name}, by its @Scope`;
}

const REQUIRES = ' requires the permission';

/** A permission that the operations of the place do not require themselves. */
function permissionReason(detail: string, { own, known, related }: Rejecting): string | undefined {
  const start = detail.indexOf(REQUIRES);
  if (start < 0) return undefined;
  const names = detail
    .slice(start)
    .split('"')
    .filter((_, index) => index % 2 === 1);
  const foreign = names.find((name) => !own.has(name) && (related.has(name) || !known.has(name)));
  return foreign === undefined ? undefined : `another class requires the permission "${foreign}"`;
}

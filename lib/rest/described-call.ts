import type { Selection } from '../persistence';
import type { Domain } from './chain/domain';
import type { Operation } from './operation/operation';
import type { RequestParts } from './operation/request-parts';
import type { Call, Caller } from './verbs/call';
import { definitionOf } from './verbs/verbs';

/** A call in names and values. */
export interface DescribedCall {
  readonly verb: string;
  /** The class of the root, and the collections below it. */
  readonly place: readonly string[];
  /** The keys of the parents, from the root down. */
  readonly parents: readonly unknown[];
  /** The ids at the end of the path that are valid keys. */
  readonly ids: readonly unknown[];
  readonly page?: { readonly number: number; readonly size: number };
  /** The names in the response, those below an association after its name and a point. */
  readonly selection?: readonly string[];
}

/** What the heads of some verbs have beside a call. */
interface FurtherParts {
  readonly key?: unknown;
  readonly selection?: Selection;
  readonly search?: { readonly selection?: Selection };
  readonly page?: DescribedCall['page'];
}

/**
 * Describes the call that the head of a request is read into, before its body is read; undefined for a batch.
 *
 * @throws HttpException, or an error of the domain, for a head that is rejected
 */
export function describedCall(
  operation: Operation,
  domain: Domain,
  request: RequestParts,
  caller: Caller,
): DescribedCall | undefined {
  const execution = definitionOf(operation).prepare?.(operation, domain);
  if (!execution) return undefined;
  const {
    place,
    requested,
    key,
    page,
    search,
    selection = search?.selection,
  }: Call & FurtherParts = execution.head(request, caller);
  return {
    verb: operation.verb,
    place: [place.aggregate.root.name, ...place.path.map(({ property }) => property)],
    parents: place.parentKeys.filter((parent) => parent !== undefined),
    ids: requested?.keys ?? (key === undefined ? [] : [key]),
    page: page && { number: page.number, size: page.size },
    selection: selection && namesIn(selection),
  };
}

function namesIn({ fields, references, collections }: Selection): readonly string[] {
  const below = [...references, ...collections].flatMap(([{ wireName }, selection]) =>
    namesIn(selection).map((name) => `${wireName}.${name}`),
  );
  return [...fields.map(({ wireName }) => wireName), ...below];
}

import type { literal, WhereOptions } from 'sequelize';
import type { CollectionMetadata, EntityMetadata } from '../../metadata';
import { codeOnReads } from './code-run-on-reads';
import type { SortKey } from './criteria';
import { FoundRows } from './found-rows';
import { completeSort } from './keyset';
import type { Links } from './links';
import { inScopes } from './place-criteria';
import type { Planned } from './plan-cache';
import type { QueryParameters } from './query-parameters';
import type { ReadPlans } from './read-plans';
import type { LinkAlias } from './root-version';
import { COUNT, type ReadStatement, type RowQuery } from './row-query';
import { RowStatement } from './row-statement';
import type { Scopes } from './scopes';
import { selectedNames } from './selected-attributes';
import type { Selection } from './selection';

/** The cached plans of an application, and the rows that the caller has access to. */
export interface RowSource {
  readonly plans: ReadPlans;
  readonly scopes: Scopes;
}

/** The parts of a query that depend on scopes are called only when no statement of that shape is cached. */
export interface RowOptions extends Pick<RowQuery, 'deleted' | 'lock'> {
  readonly where: (scopes: Scopes) => WhereOptions;
  /** {@link inScopes} */
  readonly via?: CollectionMetadata;
  readonly selection?: Selection;
  /** Fields to read besides those of the selection. */
  readonly more?: readonly string[];
  /** By the primary key when absent. */
  readonly sort?: readonly SortKey[];
  readonly limit?: number;
  readonly offset?: number;
  readonly links?: (scopes: Scopes) => Links | undefined;
  /** @see Search.version */
  readonly version?: string;
  /** The expression under the name `version`. */
  readonly state?: (scopes: Scopes, linkAlias: LinkAlias) => ReturnType<typeof literal>;
}

export type PlannedRead = Planned<ReadStatement>;

const NO_FIELDS: readonly string[] = [];

/** Prepares a read of rows of one class, by default in the order of their primary keys. */
export function planRows(
  source: RowSource,
  entity: EntityMetadata,
  parameters: QueryParameters,
  { selection, more = NO_FIELDS, sort, version, limit, offset, ...options }: RowOptions,
): PlannedRead {
  const order = completeSort(entity, sort);
  parameters.addSort(order);
  const extraFields = [...order.map(({ field }) => field.name), ...more];
  if (version !== undefined) extraFields.push(version);
  const { names, text } = selectedNames(entity, selection, extraFields);
  const bounds = {
    limit: parameters.addOptional('limit', limit),
    offset: parameters.addOptional('offset', offset),
  };
  return planQuery(source, entity, parameters, { names, text, order, ...bounds }, options);
}

/** Prepares the count of rows, which is the column {@link COUNT} of a single row. */
export function planCount(
  source: RowSource,
  entity: EntityMetadata,
  parameters: QueryParameters,
  options: Pick<RowOptions, 'where' | 'via' | 'deleted' | 'links'>,
): PlannedRead {
  return planQuery(source, entity, parameters, { names: [COUNT], text: COUNT }, options);
}

function planQuery(
  { plans, scopes }: RowSource,
  entity: EntityMetadata,
  parameters: QueryParameters,
  { text, ...columns }: Pick<RowQuery, 'names' | 'order' | 'limit' | 'offset'> & { readonly text: string },
  { where, via, links, state, ...rows }: Pick<RowOptions, 'where' | 'via' | 'deleted' | 'lock' | 'links' | 'state'>,
): PlannedRead {
  const queryIn = (within: Scopes): RowQuery => ({
    ...columns,
    ...rows,
    where: inScopes(entity, where(within), within, via),
    links: links?.(within),
    state: state && ((linkAlias) => state(within, linkAlias)),
  });
  const { values } = parameters;
  if (parameters.isInline) return { statement: new FoundRows(entity, queryIn(scopes)), values };
  const make = (within: Scopes) => new RowStatement(entity, queryIn(within), parameters);
  const statement = plans.byShape.of(`${entity.name}:${text}:${rows.deleted ?? ''}`, scopes, parameters, make);
  return { statement, values };
}

/** A statement that is sent once. */
export function statementOf(entity: EntityMetadata, query: RowQuery): ReadStatement {
  return codeOnReads(entity).runsOnFinds ? new FoundRows(entity, query) : new RowStatement(entity, query);
}

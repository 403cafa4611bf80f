import type { CollectionMetadata, EntityMetadata } from '../../metadata';
import type { Criteria } from './criteria';
import type { QueryParameters } from './query-parameters';
import { ALL_ROWS, type Scopes } from './scopes';
import type { Selection } from './selection';

/** A full cache is cleared, so that shapes used once do not displace the others for good. */
const MAX_PLANS = 1000;

/** A plan, or the class whose scope the planning asks for next. */
type Step<T> = { readonly plan: T } | { readonly asks: EntityMetadata };

/**
 * Caches statements by the shape of the query and of the scopes that it depends on. Which these are is known only when it
 * is planned, so that each scope leads to the next one, until all are part of the shape.
 */
export class PlanCache<T> {
  readonly #steps = new Map<string, Step<T>>();

  /**
   * @param query what the statement depends on besides the shape of the parameters and the scopes
   * @param make  plans with the scopes that it is given, whose values are placeholders
   */
  of(query: string, scopes: Scopes, parameters: QueryParameters, make: (scopes: Scopes) => T): T {
    // Without scopes the statement is another one from the first step on.
    const kind = scopes === ALL_ROWS ? query : `scoped ${query}`;
    const shape = () => `${kind}:${parameters.shape}`;
    const asking = (entity: EntityMetadata) => this.#store(shape(), { asks: entity });
    const within = scopes === ALL_ROWS ? scopes : new ScopeParameters(scopes, parameters, asking);
    for (let step = this.#steps.get(shape()); step; step = this.#steps.get(shape())) {
      if ('plan' in step) return step.plan;
      within.of(step.asks);
    }
    const plan = make(within);
    this.#store(shape(), { plan });
    return plan;
  }

  #store(shape: string, step: Step<T>): void {
    if (this.#steps.has(shape)) return;
    if (this.#steps.size >= MAX_PLANS) this.#steps.clear();
    this.#steps.set(shape, step);
  }
}

/** Scopes whose values are added to the parameters of a query when they are first asked for. */
class ScopeParameters implements Scopes {
  readonly #criteria = new Map<EntityMetadata, readonly Criteria[]>();

  constructor(
    private readonly scopes: Scopes,
    private readonly parameters: QueryParameters,
    private readonly asking: (entity: EntityMetadata) => void,
  ) {}

  of(entity: EntityMetadata): readonly Criteria[] {
    const known = this.#criteria.get(entity);
    if (known) return known;
    const criteria = this.scopes.of(entity);
    this.asking(entity);
    const parameterized = this.parameters.addScope(entity, criteria);
    this.#criteria.set(entity, parameterized);
    return parameterized;
  }

  holding(entity: EntityMetadata): readonly CollectionMetadata[] {
    return this.scopes.holding(entity);
  }
}

/**
 * Caches statements by the identity of place and selection: building the text of a shape takes longer than everything
 * else in a short read. Entries are collected with their selections.
 */
export class IdentityPlanCache<At extends object, T> {
  readonly #plans = new WeakMap<Selection | EntityMetadata, WeakMap<At, T>>();

  /**
   * @param selection the class itself for all its fields; undefined for a plan that depends on more
   * @param values    of the placeholders of a cached plan
   */
  of(
    at: At,
    selection: Selection | EntityMetadata | undefined,
    values: readonly unknown[],
    plan: () => Planned<T>,
  ): Planned<T> {
    if (!selection) return plan();
    const ofSelection = this.#plans.get(selection) ?? new WeakMap<At, T>();
    let statement = ofSelection.get(at);
    if (statement === undefined) {
      statement = plan().statement;
      this.#plans.set(selection, ofSelection.set(at, statement));
    }
    return { statement, values };
  }
}

/** A statement with the values of its placeholders. */
export interface Planned<T> {
  readonly statement: T;
  readonly values: readonly unknown[];
}

import type { Alternatives, Comparison, Criteria, SearchStep, SortKey } from './criteria';
import type { EntityKey, Place } from './place';
import { Placeholder, type ValueWriter } from './sql-template';

/** A place whose parent keys are values or placeholders. */
export type ParameterizedPlace = Pick<Place, 'aggregate' | 'path'> & {
  /** For each step of the path, from the root down; undefined behind a single child. */
  readonly parentKeys: readonly (EntityKey | Placeholder<readonly EntityKey[]> | undefined)[];
};

/**
 * Splits a query into its values, which differ from request to request, and its shape, the key under which the
 * statement is cached.
 */
export class QueryParameters {
  readonly values: unknown[] = [];
  readonly placeholders: ValueWriter[] = [];
  #shape: string;

  /** @param kind of query, with everything else that its statement depends on */
  constructor(kind: string) {
    this.#shape = kind;
  }

  /** Equal for equal statements. It holds names of the model only, never a value of a request. */
  get shape(): string {
    return this.#shape;
  }

  addValue<T>(value: T): Placeholder<T> {
    const placeholder = new Placeholder<T>(this.values.push(value) - 1);
    this.placeholders.push(placeholder);
    return placeholder;
  }

  addOptional(name: string, value: number | undefined): Placeholder<number> | undefined {
    if (value === undefined) return undefined;
    this.#shape += `|${name}`;
    return this.addValue(value);
  }

  addPlace({ aggregate, path, parentKeys }: Place): ParameterizedPlace {
    this.#shape += `|${aggregate.root.name}`;
    for (const { property } of path) this.#shape += `/${property}`;
    const keys = parentKeys.map((key) => (key === undefined ? undefined : this.addValue<readonly EntityKey[]>([key])));
    return { aggregate, path, parentKeys: keys };
  }

  addCriteria(criteria: Criteria | undefined): Criteria | undefined {
    if (criteria === undefined) return undefined;
    this.#shape += '|';
    return this.#criteria(criteria);
  }

  addSort(keys: readonly SortKey[]): void {
    for (const { field, isDescending } of keys) this.#shape += `${isDescending ? '-' : '+'}${field.name}`;
  }

  #criteria({ comparisons, related, alternatives }: Criteria): Criteria {
    const parameterized = comparisons.map((comparison) => this.#comparison(comparison));
    const nested = new Map<SearchStep, Criteria>();
    for (const [step, criteria] of related) {
      this.#shape += `>${step.property}(`;
      nested.set(step, this.#criteria(criteria));
      this.#shape += ')';
    }
    return alternatives === undefined
      ? { comparisons: parameterized, related: nested }
      : {
          comparisons: parameterized,
          related: nested,
          alternatives: alternatives.map((group) => this.#alternatives(group)),
        };
  }

  #alternatives(group: Alternatives): Alternatives {
    this.#shape += '|(';
    const parameterized = this.#criteria(group);
    this.#shape += ')';
    return parameterized;
  }

  #comparison({ field, operator, values }: Comparison): Comparison {
    this.#shape += `${field.name} ${operator},`;
    return { field, operator, values: values instanceof Placeholder ? values : this.addValue(values) };
  }
}

import type { EntityMetadata } from '../../metadata';
import { codeOnReads } from './code-run-on-reads';
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

  /**
   * @param kind     of query, with everything else that its statement depends on
   * @param isInline whether values become parts of the statement, which cannot be cached then
   */
  constructor(
    kind: string,
    readonly isInline = false,
  ) {
    this.#shape = kind;
  }

  /** The parameters of a query for a class; inline if Sequelize has to find its rows. */
  static of(entity: EntityMetadata, kind: string): QueryParameters {
    return new QueryParameters(kind, codeOnReads(entity).runsOnFinds);
  }

  /** Equal for equal statements. It holds names of the model only, never a value of a request. */
  get shape(): string {
    return this.#shape;
  }

  addValue<T>(value: T): T | Placeholder<T> {
    return this.isInline ? value : this.#placeholder(value);
  }

  #placeholder<T>(value: T): Placeholder<T> {
    const placeholder = new Placeholder<T>(this.values.push(value) - 1);
    this.placeholders.push(placeholder);
    return placeholder;
  }

  addOptional(name: string, value: number | undefined): number | Placeholder<number> | undefined {
    if (value === undefined) return undefined;
    this.#shape += `|${name}`;
    return this.addValue(value);
  }

  addPlace({ aggregate, path, parentKeys }: Place): ParameterizedPlace {
    this.#shape += `|${aggregate.root.name}`;
    for (const { property } of path) this.#shape += `/${property}`;
    // A key may be left out: of a single child, and where all rows below the root are meant.
    for (const key of parentKeys) this.#shape += key === undefined ? '-' : '=';
    if (this.isInline) return { aggregate, path, parentKeys };
    const keys = parentKeys.map((key) =>
      key === undefined ? undefined : this.#placeholder<readonly EntityKey[]>([key]),
    );
    return { aggregate, path, parentKeys: keys };
  }

  addCriteria(criteria: Criteria | undefined): Criteria | undefined {
    if (criteria === undefined) return undefined;
    this.#shape += '|';
    return this.#criteria(criteria);
  }

  addScope({ name }: EntityMetadata, criteria: readonly Criteria[]): readonly Criteria[] {
    this.#shape += `|${criteria.length} of ${name}`;
    return criteria.map((one) => this.addCriteria(one)!);
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

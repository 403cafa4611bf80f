import type { Alternatives, Comparison, Criteria, SearchStep, SortKey } from './criteria';
import type { EntityKey, Place } from './place';
import { Placeholder, type ValueWriter } from './sql-template';

/** A place whose keys are known, or will be. */
export type ParameterizedPlace = Pick<Place, 'aggregate' | 'path'> & {
  /** One or several keys for each step of the path, from the root down; undefined behind a single child. */
  readonly parentKeys: readonly (EntityKey | Placeholder<readonly EntityKey[]> | undefined)[];
};

/**
 * A read taken apart: the values that differ from request to request, and the shape that stays, for
 * which the statement is made once.
 */
export class QueryParameters {
  readonly values: unknown[] = [];
  readonly placeholders: ValueWriter[] = [];
  #shape: string;

  /** @param kind of read, with all that its statement depends on besides */
  constructor(kind: string) {
    this.#shape = kind;
  }

  /** The same text for the same statement: names of the model alone, never anything of a request. */
  get shape(): string {
    return this.#shape;
  }

  value<T>(value: T): Placeholder<T> {
    const placeholder = new Placeholder<T>(this.values.push(value) - 1);
    this.placeholders.push(placeholder);
    return placeholder;
  }

  /** A value that may be missing. */
  optional(name: string, value: number | undefined): Placeholder<number> | undefined {
    if (value === undefined) return undefined;
    this.#shape += `|${name}`;
    return this.value(value);
  }

  place({ aggregate, path, parentKeys }: Place): ParameterizedPlace {
    this.#shape += `|${aggregate.root.name}`;
    for (const { property } of path) this.#shape += `/${property}`;
    const keys = parentKeys.map((key) => (key === undefined ? undefined : this.value<readonly EntityKey[]>([key])));
    return { aggregate, path, parentKeys: keys };
  }

  criteria(criteria: Criteria | undefined): Criteria | undefined {
    if (criteria === undefined) return undefined;
    this.#shape += '|';
    return this.#criteria(criteria);
  }

  sort(keys: readonly SortKey[]): readonly SortKey[] {
    for (const { field, isDescending } of keys) this.#shape += `${isDescending ? '-' : '+'}${field.name}`;
    return keys;
  }

  #criteria({ comparisons, related, alternatives }: Criteria): Criteria {
    const asked = comparisons.map((comparison) => this.#comparison(comparison));
    const below = new Map<SearchStep, Criteria>();
    for (const [step, criteria] of related) {
      this.#shape += `>${step.property}(`;
      below.set(step, this.#criteria(criteria));
      this.#shape += ')';
    }
    return alternatives === undefined
      ? { comparisons: asked, related: below }
      : { comparisons: asked, related: below, alternatives: alternatives.map((group) => this.#alternatives(group)) };
  }

  #alternatives(group: Alternatives): Alternatives {
    this.#shape += '|(';
    const asked = this.#criteria(group);
    this.#shape += ')';
    return asked;
  }

  #comparison({ field, operator, values }: Comparison): Comparison {
    this.#shape += `${field.name} ${operator},`;
    return { field, operator, values: values instanceof Placeholder ? values : this.value(values) };
  }
}

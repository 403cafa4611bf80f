import { isObject } from '../../foundation';
import { snakeCase } from '../../naming';
import { InvalidEntityError, type Violation } from '../../values';

/**
 * An error of a write with its violations in the order of the payload; those of fields that it does not have come last in
 * their object.
 *
 * @param content the payload; called if there are violations
 */
export function inPayloadOrder(error: unknown, content: () => unknown): unknown {
  const isUnordered = error instanceof InvalidEntityError && error.violations.length > 1;
  return isUnordered ? new InvalidEntityError(inOrder(error.violations, content())) : error;
}

function inOrder(violations: readonly Violation[], content: unknown): readonly Violation[] {
  const positions = new Positions();
  const placed = violations.map((violation) => ({ violation, at: positions.of(violation, content) }));
  return placed.sort((one, other) => compare(one.at, other.at)).map(({ violation }) => violation);
}

/** The positions of values in a payload. */
class Positions {
  readonly #names = new WeakMap<object, ReadonlyMap<string, number>>();

  /** The position of each step of a path among its siblings. */
  of({ path, sentPath = [] }: Violation, content: unknown): number[] {
    const names = path.map((step) => (typeof step === 'number' ? step : snakeCase(step)));
    let value = content;
    return [...names, ...sentPath].map((step) => {
      const position = this.#positionOf(value, step);
      value = isObject(value) ? (value as Record<string | number, unknown>)[step] : undefined;
      return position;
    });
  }

  #positionOf(value: unknown, step: string | number): number {
    if (typeof step === 'number') return step;
    if (!isObject(value)) return Number.POSITIVE_INFINITY;
    const names = this.#names.get(value) ?? new Map(Object.keys(value).map((name, index) => [name, index]));
    this.#names.set(value, names);
    return names.get(step) ?? Number.POSITIVE_INFINITY;
  }
}

/** A value comes before the values in it. */
function compare(one: readonly number[], other: readonly number[]): number {
  const differing = one.findIndex((position, index) => position !== other[index]);
  if (differing === -1) return one.length - other.length;
  const position = other[differing];
  return position === undefined || one[differing]! > position ? 1 : -1;
}

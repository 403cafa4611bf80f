import { compareNames } from '../../naming';

/** The effect of a change on existing clients: it breaks them, lets them do more, or does not concern them. */
export type ChangeClass = 'breaking' | 'additive' | 'internal';

/** One difference between two contracts. */
export interface Change {
  readonly class: ChangeClass;
  /** The operation, or the schema and its direction: `GET /orders`, `Order in responses`. */
  readonly place: string;
  /** The part of the operation or schema: `order_items[].sku`; empty for the whole. */
  readonly part: string;
  /** The predicate of the sentence: `is removed`. */
  readonly what: string;
}

export type Direction = 'requests' | 'responses';

/** Collects changes without duplicates. */
export class Changes {
  readonly #changes = new Map<string, Change>();

  note(change: Change): void {
    this.#changes.set(`${change.place} ${change.part} ${change.what}`, change);
  }

  /** The changes sorted by class, place and part. */
  get all(): readonly Change[] {
    return [...this.#changes.values()].sort(
      (one, other) =>
        CLASSES.indexOf(one.class) - CLASSES.indexOf(other.class) ||
        compareNames(one.place, other.place) ||
        compareNames(one.part, other.part) ||
        compareNames(one.what, other.what),
    );
  }
}

export const CLASSES: readonly ChangeClass[] = ['breaking', 'additive', 'internal'];

/** The class of a change that allows fewer values. */
export function whenNarrower(direction: Direction): ChangeClass {
  return direction === 'requests' ? 'breaking' : 'additive';
}

/** The class of a change that allows more values. */
export function whenWider(direction: Direction): ChangeClass {
  return direction === 'requests' ? 'additive' : 'breaking';
}

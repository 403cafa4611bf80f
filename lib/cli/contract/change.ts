/** Whether clients of the earlier API break, can do more, or notice nothing. */
export type ChangeClass = 'breaking' | 'additive' | 'internal';

/** One difference between two contracts. */
export interface Change {
  readonly class: ChangeClass;
  /** The operation, or the schema with the direction in which it is sent: `GET /orders`, `Order in responses`. */
  readonly place: string;
  /** The part of it: `order_items[].sku`; empty for the whole. */
  readonly part: string;
  /** What has changed. */
  readonly what: string;
}

/** Payloads and parameters are sent by clients, responses to them. */
export type Direction = 'requests' | 'responses';

/** Where changes are noted, each once. */
export class Changes {
  readonly #noted = new Map<string, Change>();

  note(change: Change): void {
    this.#noted.set(`${change.place} ${change.part} ${change.what}`, change);
  }

  /** In the order of class, place and part. */
  get all(): readonly Change[] {
    return [...this.#noted.values()].sort(
      (one, other) =>
        CLASSES.indexOf(one.class) - CLASSES.indexOf(other.class) ||
        compare(one.place, other.place) ||
        compare(one.part, other.part) ||
        compare(one.what, other.what),
    );
  }
}

export const CLASSES: readonly ChangeClass[] = ['breaking', 'additive', 'internal'];

/** Of what clients send, less is accepted; of what they get, more has to be understood. */
export function whenNarrower(direction: Direction): ChangeClass {
  return direction === 'requests' ? 'breaking' : 'additive';
}

export function whenWider(direction: Direction): ChangeClass {
  return direction === 'requests' ? 'additive' : 'breaking';
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

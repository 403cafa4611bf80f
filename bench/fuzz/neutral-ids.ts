/** The first generated id of the first class. Each class has a range of a million, so that an id identifies its class. */
export const FIRST_ID = 700_000_000;
export const IDS_OF_CLASS = 1_000_000;

const OWN = /(?<!\d)7\d{8}(?!\d)/g;
const NEUTRAL = /(?<!\d)8\d{8}(?!\d)/g;

/**
 * Replaces the ids of one server by neutral ids, which are numbered in the order of their first appearance in its
 * responses: 700000017 ↔ 800000001.
 *
 * Databases leave different gaps between the ids that they generate. Neutral ids are as long as the ids of the server, so
 * that no path, payload or message changes its length.
 */
export class NeutralIds {
  readonly #neutralByOwn = new Map<string, string>();
  readonly #ownByNeutral = new Map<string, string>();
  readonly #counts = new Map<number, number>();

  neutral(text: string): string {
    return text.replace(OWN, (own) => this.#neutralByOwn.get(own) ?? this.#add(own));
  }

  /** For previews, which are rolled back: all new ids become the same neutral id, and are not remembered. */
  get forPreview(): Pick<NeutralIds, 'neutral'> {
    return { neutral: (text) => text.replace(OWN, (own) => this.#neutralByOwn.get(own) ?? '800999998') };
  }

  /** A neutral id that has not appeared becomes an id that does not exist. */
  own(text: string): string {
    return text.replace(NEUTRAL, (neutral) => this.#ownByNeutral.get(neutral) ?? `7${neutral.slice(1)}`);
  }

  #add(own: string): string {
    const first = Math.floor(Number(own) / IDS_OF_CLASS) * IDS_OF_CLASS;
    const count = (this.#counts.get(first) ?? 0) + 1;
    this.#counts.set(first, count);
    const neutral = String(first + 100_000_000 + count);
    this.#neutralByOwn.set(own, neutral);
    this.#ownByNeutral.set(neutral, own);
    return neutral;
  }
}

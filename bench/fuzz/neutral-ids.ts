/** Where the generated ids of the first class begin; each class has a million to itself, so that an id tells its class. */
export const FIRST_ID = 700_000_000;
export const IDS_OF_CLASS = 1_000_000;

const OWN = /(?<!\d)7\d{8}(?!\d)/g;
const NEUTRAL = /(?<!\d)8\d{8}(?!\d)/g;

/**
 * The ids of one server by the order in which they first appear in its answers: 700000017 ↔ 800000001.
 *
 * Databases leave different gaps between the ids that they generate. Neutral ids are as long as the server's own, so
 * that they fit wherever those do, in paths, payloads and messages.
 */
export class NeutralIds {
  readonly #neutralByOwn = new Map<string, string>();
  readonly #ownByNeutral = new Map<string, string>();
  readonly #counts = new Map<number, number>();

  neutral(text: string): string {
    return text.replace(OWN, (own) => this.#neutralByOwn.get(own) ?? this.#add(own));
  }

  /** Of what is taken back: ids that have not appeared become all the same, and are not remembered. */
  get passing(): Pick<NeutralIds, 'neutral'> {
    return { neutral: (text) => text.replace(OWN, (own) => this.#neutralByOwn.get(own) ?? '800999998') };
  }

  /** A neutral id that has not appeared stands for one that is not there. */
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

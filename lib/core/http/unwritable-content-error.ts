import { type Unwritable, unwritableIn } from '../../foundation';

/** What is wrong, before the place, and the remedy after it. */
const WORDS: Readonly<Record<Unwritable['kind'], readonly [string, string]>> = {
  cycle: ['contains itself', 'return only the parts that a client needs'],
  function: ['has a function', 'return only the parts that a client needs'],
  promise: ['has a promise', 'await it before the content is returned'],
  stream: ['has an async iterable', 'return it as the content itself, or collect its elements'],
  symbol: ['has a symbol', 'return only the parts that a client needs'],
};

/** The content of a response has a value that no serializer can write, or contains itself. */
export class UnwritableContentError extends Error {
  override readonly name = 'UnwritableContentError';

  /** @param path  the keys and indexes from the content to the value */
  constructor(
    readonly kind: Unwritable['kind'],
    readonly path: Unwritable['path'],
  ) {
    const [problem, remedy] = WORDS[kind];
    super(`The content ${problem} at ${placeOf(path)}: ${remedy}.`);
  }

  /** The same for the content that has this content as a member. */
  within(step: string | number): UnwritableContentError {
    return new UnwritableContentError(this.kind, [step, ...this.path]);
  }
}

/**
 * Returns content if serializers can write it. All promises inside get a handler.
 *
 * @throws UnwritableContentError
 */
export function writable<T>(content: T): T {
  const found = unwritableIn(content);
  if (found) throw new UnwritableContentError(found.kind, found.path);
  return content;
}

/** `items[2].owner` */
function placeOf(path: Unwritable['path']): string {
  const steps = path.map((step) => (typeof step === 'number' ? `[${step}]` : step && `.${step}`));
  return steps.join('').replace(/^\./, '') || 'its top';
}

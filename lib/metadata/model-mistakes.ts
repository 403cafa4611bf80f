import { CodedError, Mistakes, SeveralMistakes } from '../foundation';
import { WHOLE_CLASS } from './declarations';
import { wordsOfDescribeModel } from './words-of-describe-model';

/**
 * The mistakes of one domain model, so that one start reports all of them.
 *
 * Classes and members that one check rejects are left out of the checks that follow, so that they are reported once.
 */
export class ModelMistakes extends Mistakes {
  readonly #leftOut = new Map<object, Set<string>>();
  /** All classes by name, and whether decorators describe them or `describeModel` alone. */
  readonly #authors = new Map<string, Author>();

  constructor() {
    super('in the domain model');
  }

  /** Messages about this class use the words of its author from now on. */
  setAuthor(name: string, author: Author): void {
    this.#authors.set(name, author);
  }

  override add(...mistakes: readonly Error[]): void {
    super.add(...mistakes.map((mistake) => this.wordedForAuthor(mistake)));
  }

  /** The error in the words of the author of the class that it is about: options of `describeModel`, or decorators. */
  wordedForAuthor(error: Error): Error {
    if (error instanceof SeveralMistakes) {
      return new SeveralMistakes(
        error.mistakes.map((mistake) => this.wordedForAuthor(mistake)),
        error.place,
      );
    }
    if (!(error instanceof CodedError)) return error;
    const owner = error.facts.map(classOf).find((name) => this.#authors.has(name));
    const isPlain = owner !== undefined && this.#authors.get(owner) === 'describeModel';
    if (isPlain) error.reword(wordsOfDescribeModel(error, owner));
    return error;
  }

  /** Runs a check that reports its mistakes itself. @throws them, in the words of the author */
  async inWordsOfAuthors(check: () => Promise<void>): Promise<void> {
    try {
      await check();
    } catch (error) {
      throw error instanceof Error ? this.wordedForAuthor(error) : error;
    }
  }

  /** @returns the result of the check; undefined if it throws a mistake, which is added */
  note<T>(check: () => T): T | undefined {
    let result: T | undefined;
    try {
      this.collect(() => {
        result = check();
      });
      return result;
    } catch (error) {
      // An error after a mistake is most likely a consequence of it.
      this.report();
      throw error;
    }
  }

  /** @param member the class itself when absent */
  leaveOut(type: object, member: string = WHOLE_CLASS): void {
    this.#leftOut.set(type, (this.#leftOut.get(type) ?? new Set()).add(member));
  }

  isLeftOut(type: object, member: string = WHOLE_CLASS): boolean {
    return this.#leftOut.get(type)?.has(member) === true;
  }
}

/** How a class is described. */
export type Author = 'decorators' | 'describeModel';

/** `Order`, of `Order`, `Order, OrderItem`, `Order.items (orders.id)` and `@Secure on Order.items`. */
function classOf(fact: string): string {
  const place = fact.startsWith('@') ? fact.slice(fact.lastIndexOf(' ') + 1) : fact;
  return place.split(/[ .,]/, 1)[0]!;
}

/**
 * Runs checks that add their mistakes to a list.
 *
 * @param outer the list of a caller that has more to check; without one, the mistakes are thrown after the checks
 */
export function collectMistakes<T>(outer: ModelMistakes | undefined, run: (mistakes: ModelMistakes) => T): T {
  const mistakes = outer ?? new ModelMistakes();
  const result = run(mistakes);
  if (!outer) mistakes.report();
  return result;
}

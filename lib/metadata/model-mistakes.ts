import { Mistakes } from '../foundation';

/** Stands for the class as a whole. */
const WHOLE = '';

/**
 * The mistakes of one domain model, so that a single start tells all of them.
 *
 * Classes that one check rejects are left out of the checks that follow, so that they are reported once.
 */
export class ModelMistakes extends Mistakes {
  readonly #leftOut = new Map<object, Set<string>>();

  constructor() {
    super('in the domain model');
  }

  /** @returns what the check gives; undefined where it finds a mistake, which is noted */
  note<T>(check: () => T): T | undefined {
    let result: T | undefined;
    try {
      this.collect(() => {
        result = check();
      });
      return result;
    } catch (error) {
      // An error behind a mistake is most likely a consequence of it.
      this.report();
      throw error;
    }
  }

  /** @param member of the class; the class as a whole when absent */
  leaveOut(type: object, member: string = WHOLE): void {
    this.#leftOut.set(type, (this.#leftOut.get(type) ?? new Set()).add(member));
  }

  isLeftOut(type: object, member: string = WHOLE): boolean {
    return this.#leftOut.get(type)?.has(member) === true;
  }
}

/** Runs checks that note what they find, and throws it behind them, unless the mistakes are handed on to others. */
export function gathering<T>(handed: ModelMistakes | undefined, run: (mistakes: ModelMistakes) => T): T {
  const mistakes = handed ?? new ModelMistakes();
  const result = run(mistakes);
  if (!handed) mistakes.report();
  return result;
}

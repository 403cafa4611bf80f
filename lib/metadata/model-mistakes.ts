import { Mistakes } from '../foundation';
import { WHOLE_CLASS } from './declarations';

/**
 * The mistakes of one domain model, so that one start reports all of them.
 *
 * Classes and members that one check rejects are left out of the checks that follow, so that they are reported once.
 */
export class ModelMistakes extends Mistakes {
  readonly #leftOut = new Map<object, Set<string>>();

  constructor() {
    super('in the domain model');
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

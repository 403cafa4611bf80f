import { CodedError } from './coded-error';

/** Several mistakes, reported at once: one line for each. */
export class SeveralMistakes extends Error {
  override readonly name = 'SeveralMistakes';
  readonly code = 'SEVERAL_MISTAKES';

  /** @param place `in the domain model` */
  constructor(
    readonly mistakes: readonly Error[],
    place = '',
  ) {
    const count = ['there are', mistakes.length, 'mistakes', place].filter((word) => word !== '').join(' ');
    super(`${count}.${mistakes.map(({ message }) => `\n- ${message}`).join('')}`);
  }
}

/** Gathers mistakes, so that whoever starts an application corrects all of them in one go. */
export class Mistakes {
  /** By message: what is told twice is one mistake. */
  readonly #found = new Map<string, Error>();

  /** @param place where they are, in the message that tells several */
  constructor(readonly place = '') {}

  get areAny(): boolean {
    return this.#found.size > 0;
  }

  add(...mistakes: readonly Error[]): void {
    for (const mistake of mistakes) {
      const single = mistake instanceof SeveralMistakes ? mistake.mistakes : [mistake];
      for (const one of single) this.#found.set(one.message, one);
    }
  }

  /**
   * Runs one check, and goes on after a mistake that it throws.
   *
   * @throws what the check throws without a code: an error of the code, not a mistake that somebody made
   */
  collect(check: () => void): void {
    try {
      check();
    } catch (error) {
      if (!(error instanceof CodedError) && !(error instanceof SeveralMistakes)) throw error;
      this.add(error);
    }
  }

  /** @throws the mistake as it is where there is one, SeveralMistakes where there are more */
  report(): void {
    const [first, ...others] = this.#found.values();
    if (first) throw others.length > 0 ? new SeveralMistakes([first, ...others], this.place) : first;
  }
}

import { StartError } from './errors';
import { within } from './within';

/** Takes one thing back. */
type Undo = () => void | Promise<void>;

/**
 * One life of what is started and stopped: what the start has done, until it is taken back, the last thing first.
 *
 * An end during the start waits for the step that is being done, no longer than a step may take, and takes back what
 * was done by then.
 */
export class Lifetime {
  #steps: Undo[] = [];
  #started: Promise<void> = Promise.resolve();
  #takenBack?: Promise<void>;
  #ended?: Promise<void>;

  /** @param name  of what lives, for messages */
  constructor(private readonly name: string) {}

  /**
   * Runs the work of the start; when it fails, takes back what it had done.
   *
   * @param report  told what fails while it is taken back
   */
  start(work: () => Promise<void>, report: (failure: unknown) => void): Promise<void> {
    this.#started = work().catch(async (error) => {
      this.#takenBack = this.#undo();
      const [failure] = await failuresOf(() => this.#takenBack);
      // Who ends it is told by that.
      if (failure !== undefined && !this.#ended) report(failure);
      throw error;
    });
    return this.#started;
  }

  /** Until the start has ended, with what it fails with. */
  get started(): Promise<void> {
    return this.#started;
  }

  /**
   * Notes how a step is taken back.
   *
   * @throws StartError STOPPED_DURING_START as {@link goOn} does
   */
  did(undo: Undo): void {
    this.#steps.push(undo);
    this.goOn();
  }

  /** @throws StartError STOPPED_DURING_START when the end has been called for */
  goOn(): void {
    if (this.#ended) throw new StartError('STOPPED_DURING_START', this.name);
  }

  /**
   * Takes back everything, also when a part of it fails; then rejects with the first failure. Called again, waits
   * for the same end.
   *
   * @param timeoutMs  how long it waits for a start that is going on
   */
  end(timeoutMs: number): Promise<void> {
    this.#ended ??= this.#end(timeoutMs);
    return this.#ended;
  }

  async #end(timeoutMs: number): Promise<void> {
    const settled = this.#started.catch(() => undefined);
    const failures = [
      ...(await failuresOf(() => within(() => settled, timeoutMs, `${this.name}.start()`))),
      ...(await failuresOf(() => this.#takenBack)),
      ...(await failuresOf(() => this.#undo())),
    ];
    if (failures.length > 0) throw failures[0];
  }

  async #undo(): Promise<void> {
    const steps = this.#steps.reverse();
    this.#steps = [];
    const failures: unknown[] = [];
    for (const step of steps) failures.push(...(await failuresOf(step)));
    if (failures.length > 0) throw failures[0];
  }
}

/** The error of the work, as a list of one; an empty list when it succeeds. */
export async function failuresOf(work: () => void | Promise<void> | undefined): Promise<unknown[]> {
  try {
    await work();
    return [];
  } catch (error) {
    return [error];
  }
}

import { StartError } from './errors';
import { withTimeout } from './with-timeout';

type Undo = () => void | Promise<void>;

/**
 * One start and stop of an application or a container. The start records how to undo each step; the stop undoes them in
 * reverse order.
 *
 * A stop during the start waits for the current step, up to the timeout, and undoes the steps before it.
 */
export class Lifetime {
  #steps: Undo[] = [];
  #started: Promise<void> = Promise.resolve();
  #undone?: Promise<void>;
  #ended?: Promise<void>;

  /** @param name  of the application or container, for messages */
  constructor(private readonly name: string) {}

  /**
   * Runs the start; undoes its steps if it fails.
   *
   * @param report  receives an error of the undoing
   */
  start(work: () => Promise<void>, report: (failure: unknown) => void): Promise<void> {
    this.#started = work().catch(async (error) => {
      this.#undone = this.#undo();
      const [failure] = await failuresOf(() => this.#undone);
      // A concurrent end() rejects with the failure itself.
      if (failure !== undefined && !this.#ended) report(failure);
      throw error;
    });
    return this.#started;
  }

  /**
   * Runs a part of the start that may fail while the start goes on; its own steps are undone then.
   *
   * @param report  receives an error of the undoing
   */
  async attempt(work: () => Promise<void>, report: (failure: unknown) => void): Promise<void> {
    const before = new Set(this.#steps);
    try {
      await work();
    } catch (error) {
      const own = this.#steps.filter((step) => !before.has(step));
      this.#steps = this.#steps.filter((step) => before.has(step));
      for (const step of own.reverse()) for (const failure of await failuresOf(step)) report(failure);
      throw error;
    }
  }

  /** Settles with the start. */
  get started(): Promise<void> {
    return this.#started;
  }

  /**
   * Records how to undo a completed step.
   *
   * @throws StartError STOPPED_DURING_START as {@link verifyNotEnded} does
   */
  addUndo(undo: Undo): void {
    this.#steps.push(undo);
    this.verifyNotEnded();
  }

  /** @throws StartError STOPPED_DURING_START after a call of {@link end} */
  verifyNotEnded(): void {
    if (this.#ended) throw new StartError('STOPPED_DURING_START', this.name);
  }

  /**
   * Undoes all steps, even if some fail; then rejects with the first failure. A second call waits for the same end.
   *
   * @param timeoutMs  how long to wait for a start in progress
   */
  end(timeoutMs: number): Promise<void> {
    this.#ended ??= this.#end(timeoutMs);
    return this.#ended;
  }

  async #end(timeoutMs: number): Promise<void> {
    const settled = this.#started.catch(() => undefined);
    const failures = [
      ...(await failuresOf(() => withTimeout(() => settled, timeoutMs, `${this.name}.start()`))),
      ...(await failuresOf(() => this.#undone)),
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

/** The error of the work as a list of one; an empty list if it succeeds. */
export async function failuresOf(work: () => void | Promise<void> | undefined): Promise<unknown[]> {
  try {
    await work();
    return [];
  } catch (error) {
    return [error];
  }
}

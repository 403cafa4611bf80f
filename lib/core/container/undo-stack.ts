/** What has been done and can be taken back, the last one first. */
export class UndoStack {
  #steps: (() => void | Promise<void>)[] = [];

  push(step: () => void | Promise<void>): void {
    this.#steps.push(step);
  }

  /** Takes back everything, also when a step fails; then rejects with the first failure. */
  async undo(): Promise<void> {
    const steps = this.#steps.reverse();
    this.#steps = [];
    const failures: unknown[] = [];
    for (const step of steps) {
      try {
        await step();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  }
}

import type { Sequelize } from 'sequelize-typescript';
import type { DomainModel } from '../models/domain-model';
import { countHooksBefore } from '../models/write-hooks';
import { currentUnit, runInside } from '../unit-of-work/unit-of-work';

/** The classes of a database whose hooks before a write are known to send statements, as long as these hooks stay. */
export class HookStatements {
  /** With the number of hooks. */
  readonly #classes = new WeakMap<DomainModel, number>();

  constructor(private readonly sequelize: Sequelize) {}

  isSending(model: DomainModel): boolean {
    const known = this.#classes.get(model);
    return known !== undefined && known === countHooksBefore(model);
  }

  /**
   * Runs the hooks of a class before a write.
   *
   * @param first what comes before the first statement of the hooks, in the unit of work itself
   * @returns whether hooks of the class send statements
   */
  async watch(model: DomainModel, hooks: () => Promise<void>, first?: () => Promise<void>): Promise<boolean> {
    const unit = currentUnit(this.sequelize);
    if (!unit || this.isSending(model)) {
      await hooks();
      return unit !== undefined;
    }
    const { root } = unit;
    const before = root.sent;
    root.beforeStatement = first && (() => runInside(unit, first));
    try {
      await hooks();
    } finally {
      root.beforeStatement = undefined;
    }
    if (root.sent === before) return false;
    this.#classes.set(model, countHooksBefore(model));
    return true;
  }
}

import type { Sequelize } from 'sequelize-typescript';
import { type Awaitable, andThen, orThrow } from '../../foundation';
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
  watch(model: DomainModel, hooks: () => Awaitable<void>, first?: () => Promise<void>): Awaitable<boolean> {
    const unit = currentUnit(this.sequelize);
    if (!unit) return andThen(hooks(), () => false);
    const { root } = unit;
    const { isSolo, sent } = root;
    const isKnown = this.isSending(model);
    if (!isKnown) root.beforeStatement = first && (() => runInside(unit, first));
    // A write of the hooks is not the one with which the unit ends.
    root.isSolo = false;
    const end = () => {
      root.isSolo = isSolo;
      root.beforeStatement = undefined;
    };
    const failed = (error: unknown) => {
      end();
      return error;
    };
    return andThen(orThrow(hooks, failed), () => {
      end();
      if (isKnown || root.sent === sent) return isKnown;
      this.#classes.set(model, countHooksBefore(model));
      return true;
    });
  }
}

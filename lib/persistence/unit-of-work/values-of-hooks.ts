import type { DomainModel, Entity } from '../models/domain-model';
import { markChangedInPlace, mutableValuesOf } from '../models/mutable-values';
import { runsHook } from '../models/write-hooks';
import { staticsOf } from '../sequelize/model-class';

/** The options of `save`, as it passes them to hooks and, in a copy with the same list of fields, to the validation. */
interface SaveOptions {
  readonly fields?: string[];
  /** Set if `save` has found out the fields itself. */
  readonly defaultFields?: readonly string[];
  /** The fields that are not validated. */
  skip?: string[];
}

/**
 * Makes `save` store all that the hooks before an update set. Sequelize leaves out what they change in place, and what
 * `beforeValidate` sets: both would be in the instance, and so in a response, but not in the row.
 *
 * @param base the class below Sequelize's own
 */
export function keepWhatHooksSet(base: DomainModel): void {
  const hooked = staticsOf(base);
  const { runHooks } = hooked;
  hooked.runHooks = function (this: DomainModel, name, ...args) {
    const run = () => runHooks.call(this, name, ...args);
    if ((name !== 'beforeUpdate' && name !== 'beforeValidate') || !runsHook(this, name)) return run();
    const [instance, options] = args as [Entity, SaveOptions];
    if (instance.isNewRecord) return run();
    return name === 'beforeUpdate' ? markingChanges(instance, run) : storingChanges(instance, options, run);
  };
}

async function markingChanges(instance: Entity, run: () => Promise<void>): Promise<void> {
  const before = mutableValuesOf(instance);
  await run();
  markChangedInPlace(instance, before);
}

/** Adds the fields that `beforeValidate` has set to those that are validated and stored. */
async function storingChanges(instance: Entity, options: SaveOptions, run: () => Promise<void>): Promise<void> {
  const before = new Set(instance.changed() || []);
  await markingChanges(instance, run);
  if (!options.fields || !options.defaultFields) return;
  const added = (instance.changed() || []).filter((name) => !before.has(name) && !options.fields!.includes(name));
  options.fields.push(...added);
  if (options.skip) options.skip = options.skip.filter((name) => !added.includes(name));
}

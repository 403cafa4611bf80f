import type { Entity } from '../models/domain-model';
import { isModelInstance, type RowValues } from '../models/domain-model';
import { type MutableValues, markChangedInPlace, mutableValuesOf } from '../models/mutable-values';

/** The state of an instance, by Sequelize's own names. */
interface InstanceState extends RowValues {
  isNewRecord: boolean;
  _changed: ReadonlySet<string>;
  _options: { readonly includeNames?: readonly string[] };
  /** The stored values that code may change in place. */
  stored?: MutableValues | undefined;
}

/** The states of instances before they were first changed or saved, held weakly to keep memory flat. */
export class InstanceStates {
  readonly #states = new WeakMap<Entity, InstanceState>();
  readonly #instances: WeakRef<Entity>[] = [];
  /** Of the whole transaction. */
  readonly #stored: WeakMap<Entity, MutableValues>;

  /** @param enclosing those of the unit around a savepoint */
  constructor(private readonly enclosing?: InstanceStates) {
    this.#stored = enclosing ? enclosing.#stored : new WeakMap();
  }

  /** Copies the stored values of an instance, and of those in its associations, that code may change in place. */
  copyStored(instance: Entity): void {
    this.#stored.set(instance, mutableValuesOf(instance));
    for (const other of associatedWith(instance)) if (!this.#stored.has(other)) this.copyStored(other);
  }

  /** Copies the values of an instance again, after they were stored. */
  copyStoredAgain(instance: Entity): void {
    if (this.#stored.has(instance)) this.copyStored(instance);
  }

  /** Marks the fields of an instance as changed whose values differ from the stored ones. */
  markChangedInPlace(instance: Entity): void {
    const stored = this.#stored.get(instance);
    if (stored) markChangedInPlace(instance, stored);
  }

  /** Remembers the state of an instance, and of the included ones that are saved with it. */
  remember(instance: Entity): void {
    if (this.#states.has(instance)) return;
    this.#states.set(instance, { ...copyOf(stateIn(instance)), stored: this.#stored.get(instance) });
    this.#instances.push(new WeakRef(instance));
    for (const other of includedIn(instance)) this.remember(other);
    this.enclosing?.remember(instance);
  }

  /** Forgets the state of an instance that is saved outside of the unit. */
  forget(instance: Entity): void {
    this.#states.delete(instance);
    this.enclosing?.forget(instance);
  }

  restore(): void {
    for (const reference of this.#instances) {
      const instance = reference.deref();
      const state = instance && this.#states.get(instance);
      if (!state) continue;
      Object.assign(instance, copyOf(state));
      // What was changed in place is not restored, and differs from what is stored again.
      if (state.stored) this.#stored.set(instance, state.stored);
    }
  }
}

function stateIn(instance: Entity): InstanceState {
  return instance as unknown as InstanceState;
}

function copyOf({ isNewRecord, dataValues, _previousDataValues, _changed, _options }: InstanceState): InstanceState {
  return {
    isNewRecord,
    dataValues: { ...dataValues },
    _previousDataValues: { ..._previousDataValues },
    _changed: new Set(_changed),
    _options,
  };
}

function associatedWith(instance: Entity): Entity[] {
  return Object.values(stateIn(instance).dataValues).flat().filter(isModelInstance);
}

function includedIn(instance: Entity): Entity[] {
  const { dataValues, _options } = stateIn(instance);
  return (_options.includeNames ?? []).flatMap((name) => dataValues[name]).filter(isModelInstance);
}

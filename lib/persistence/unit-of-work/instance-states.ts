import { type Entity, isModelInstance } from '../models/domain-model';
import { type MutableValues, markChangedInPlace, mutableValuesOf } from '../models/mutable-values';
import { buildOptionsOf, copyState, type InstanceState, restoreState, valuesOf } from '../sequelize/instance';

/** The state of an instance, with the stored values that code may change in place. */
interface RememberedState {
  readonly state: InstanceState;
  readonly stored: MutableValues | undefined;
}

/** The states of instances before they were first changed or saved, held weakly to keep memory flat. */
export class InstanceStates {
  readonly #states = new WeakMap<Entity, RememberedState>();
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
    this.#states.set(instance, { state: copyState(instance), stored: this.#stored.get(instance) });
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
      const remembered = instance && this.#states.get(instance);
      if (!remembered) continue;
      restoreState(instance, remembered.state);
      // What was changed in place is not restored, and differs from what is stored again.
      if (remembered.stored) this.#stored.set(instance, remembered.stored);
    }
  }
}

function associatedWith(instance: Entity): Entity[] {
  return Object.values(valuesOf(instance)).flat().filter(isModelInstance);
}

function includedIn(instance: Entity): Entity[] {
  const { includeNames = [] } = buildOptionsOf(instance);
  return includeNames.flatMap((name) => valuesOf(instance)[name]).filter(isModelInstance);
}

import type { Entity } from '../models/domain-model';
import { isModelInstance, type RowValues } from '../models/domain-model';

/** The state of an instance, by Sequelize's own names. */
interface InstanceState extends RowValues {
  isNewRecord: boolean;
  _changed: ReadonlySet<string>;
  _options: { readonly includeNames?: readonly string[] };
}

/** The states of instances before they were first changed or saved, held weakly to keep memory flat. */
export class InstanceStates {
  readonly #states = new WeakMap<Entity, InstanceState>();
  readonly #instances: WeakRef<Entity>[] = [];

  /** Remembers the state of an instance, and of the included ones that are saved with it. */
  remember(instance: Entity): void {
    if (this.#states.has(instance)) return;
    this.#states.set(instance, copyOf(stateIn(instance)));
    this.#instances.push(new WeakRef(instance));
    for (const other of includedIn(instance)) this.remember(other);
  }

  has(instance: Entity): boolean {
    return this.#states.has(instance);
  }

  forget(instance: Entity): void {
    this.#states.delete(instance);
  }

  restore(): void {
    for (const reference of this.#instances) {
      const instance = reference.deref();
      const state = instance && this.#states.get(instance);
      if (state) Object.assign(instance, copyOf(state));
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

function includedIn(instance: Entity): Entity[] {
  const { dataValues, _options } = stateIn(instance);
  return (_options.includeNames ?? []).flatMap((name) => dataValues[name]).filter(isModelInstance);
}

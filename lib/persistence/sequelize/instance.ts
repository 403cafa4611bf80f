import type { Entity } from './model-class';

/** The options by which an instance was built, or by which its row was read. */
export interface BuildOptions {
  /** The names of associations that it was built or read with. */
  readonly includeNames?: readonly string[];
  readonly include?: readonly unknown[];
  /** The fields that were read; undefined if all. */
  readonly attributes?: readonly unknown[];
  readonly isNewRecord?: boolean;
  readonly raw?: boolean;
}

interface InstanceMembers {
  dataValues: Record<string, unknown>;
  _previousDataValues: Record<string, unknown>;
  _changed: Set<string>;
  _options: BuildOptions;
  isNewRecord: boolean;
  _isAttribute(name: string): boolean;
}

type WithMembers = Entity & InstanceMembers;

/** The values of an instance, past the getters and setters of its class. */
export function valuesOf(instance: Entity): Record<string, unknown> {
  return (instance as WithMembers).dataValues;
}

/** The stored values of an instance, as far as Sequelize knows. */
export function previousValuesOf(instance: Entity): Record<string, unknown> {
  return (instance as WithMembers)._previousDataValues;
}

/** The names of the changed fields; may be changed. */
export function changedFieldsOf(instance: Entity): Set<string> {
  return (instance as WithMembers)._changed;
}

export function buildOptionsOf(instance: Entity): BuildOptions {
  return (instance as WithMembers)._options;
}

export function isField(instance: Entity, name: string): boolean {
  return (instance as WithMembers)._isAttribute(name);
}

/** Gives an instance the values that are stored, past its setters; it keeps the object. */
export function setStored(instance: Entity, values: Record<string, unknown>): void {
  const members = instance as WithMembers;
  members.dataValues = values;
  members._previousDataValues = { ...values };
  members._changed.clear();
}

/** What an instance knows of its row. */
export type InstanceState = Readonly<Omit<InstanceMembers, '_isAttribute'>>;

/** A copy of the state of an instance. */
export function copyState(instance: Entity | InstanceState): InstanceState {
  const { isNewRecord, dataValues, _previousDataValues, _changed, _options } = instance as WithMembers;
  return {
    isNewRecord,
    dataValues: { ...dataValues },
    _previousDataValues: { ..._previousDataValues },
    _changed: new Set(_changed),
    _options,
  };
}

/** Gives an instance a state that {@link copyState} has copied, which can be used again. */
export function restoreState(instance: Entity, state: InstanceState): void {
  Object.assign(instance, copyState(state));
}

/** The methods of an instance that can be replaced, with parameters that Sequelize's types leave out. */
export type ReplacedMethods = Record<'set', (this: Entity, ...args: unknown[]) => unknown> &
  Record<'save' | 'reload' | 'destroy' | 'restore', (this: Entity, ...args: unknown[]) => Promise<unknown>> &
  Record<'_initValues', Filling>;

export function methodsOf({ prototype }: { readonly prototype: Entity }): ReplacedMethods {
  return prototype as unknown as ReplacedMethods;
}

/** Sets the values of an instance in its constructor. */
export type Filling = (this: Entity, values: Readonly<Record<string, unknown>>, options: BuildOptions) => void;

export function fillingOf(type: { readonly prototype: Entity }): Filling {
  return methodsOf(type)._initValues;
}

export function replaceFilling(type: { readonly prototype: Entity }, fill: Filling): void {
  methodsOf(type)._initValues = fill;
}

/** Sets a property of an instance, which may have a setter of its class. */
export function setProperty(instance: Entity, name: string, value: unknown): void {
  Reflect.set(instance, name, value);
}

import { changedFieldsOf, valuesOf } from '../sequelize/instance';
import type { DomainModel, Entity } from './domain-model';

/** An accessor of a class or of a superclass, with the prototype that has it. */
interface Accessor {
  readonly holder: object;
  readonly property: PropertyDescriptor;
}

/** The nearest member of that name, if it is an accessor. */
export function accessorOf(prototype: object | null, name: string): Accessor | undefined {
  if (prototype === null || prototype === Object.prototype) return undefined;
  const property = Object.getOwnPropertyDescriptor(prototype, name);
  if (!property) return accessorOf(Object.getPrototypeOf(prototype), name);
  return property.get || property.set ? { holder: prototype, property } : undefined;
}

type Setter = (this: Entity, rows: unknown) => void;

const setters = new WeakSet<Setter>();

/**
 * Adds a setter to each getter that an association is on: Sequelize assigns loaded rows to the property, and the getter
 * reads them as `getDataValue('items')`. A setter of the class itself is kept, but what it sets is no change of the row.
 */
export function makeAssociationsAssignable(model: DomainModel): void {
  for (const name of Object.keys(model.associations)) {
    const { holder, property } = accessorOf(model.prototype as object, name) ?? {};
    const own = property?.set as Setter | undefined;
    if (!holder || (own && setters.has(own))) continue;
    const set = own ? unchanging(own, name) : assigning(name);
    setters.add(set);
    Object.defineProperty(holder, name, { ...property, set });
  }
}

function assigning(name: string): Setter {
  return function (rows) {
    valuesOf(this)[name] = rows;
  };
}

function unchanging(own: Setter, name: string): Setter {
  return function (rows) {
    own.call(this, rows);
    changedFieldsOf(this).delete(name);
  };
}

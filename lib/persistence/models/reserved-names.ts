import { Model as SequelizeModel } from 'sequelize';
import type { Sequelize } from 'sequelize-typescript';
import type { DomainClass } from '../../metadata';
import { FORBIDDEN_KEYS, snakeCase } from '../../naming';
import { Model } from '../sequelize/decorators';

/** The reason why a member of a class cannot have a name, for a message; undefined if it can. */
export type ReservedName = (type: object, name: string) => string | undefined;

/**
 * The names of the members of every object, of Sequelize's instances and of the base class.
 *
 * Read from an instance, since Sequelize's types declare only half of them.
 */
export function reservedNames(base: DomainClass<Model>, sequelize: Sequelize): ReservedName {
  const ofBase = new Map([
    ...memberNames(base, sequelize),
    ['version', `${base.name} counts the changes of a row there`],
  ]);
  const ofModel = new Map(memberNames(Model, sequelize));
  return (type, name) => {
    if (FORBIDDEN_KEYS.has(snakeCase(name))) return 'no payload may have a key of that name';
    return (isSubclass(type, base) ? ofBase : ofModel).get(name);
  };
}

function isSubclass(type: object, base: DomainClass<Model>): boolean {
  return (type as typeof Model).prototype instanceof base;
}

function* memberNames(base: DomainClass<Model>, sequelize: Sequelize): Iterable<[string, string]> {
  class Probe extends (base as typeof Model) {}
  Probe.initialize({}, { sequelize, modelName: 'Probe' });
  try {
    const columns = new Set(Object.keys(Probe.getAttributes()));
    for (let holder: object = Probe.build(); holder; holder = Object.getPrototypeOf(holder)) {
      for (const name of Object.getOwnPropertyNames(holder)) {
        if (!columns.has(name)) yield [name, `${nameOf(holder, base)} has a member of that name`];
      }
    }
  } finally {
    sequelize.modelManager.removeModel(Probe);
  }
}

function nameOf(holder: object, base: DomainClass<Model>): string {
  if (holder === Object.prototype) return 'every object';
  if (holder === base.prototype) return base.name;
  return holder === Model.prototype || holder === SequelizeModel.prototype
    ? "Sequelize's Model"
    : "every instance of Sequelize's Model";
}

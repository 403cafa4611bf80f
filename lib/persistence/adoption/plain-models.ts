import { type ModelOptions, Model as SequelizeModel } from 'sequelize';
import { setAssociations, setAttributes, setModelName, setOptions } from 'sequelize-typescript';
import type { ModelMistakes } from '../../metadata';
import type { DatabaseUrl } from '../database-url';
import { PersistenceError } from '../errors';
import {
  excludeAssociation,
  excludedAssociationsOf,
  isDescribed,
  isExcludedAssociation,
  setDescription,
} from '../models/described-models';
import type { DomainModel } from '../models/domain-model';
import { formerDatabaseNotice } from './former-database';
import {
  declaredDelete,
  declaredForm,
  isHolding,
  type KnownAssociation,
  kindOf,
  sequelizeOptions,
} from './plain-association';
import { columnsOf, hooksOf, isInitialised, isPlain, optionsOf, type PlainModel, throughOf } from './plain-model';

/** An association that stays with the code around a model, and is made again after those of the domain. */
interface ExcludedAssociation {
  readonly model: PlainModel;
  readonly association: KnownAssociation;
}

/** As they were before they were taken. */
const snapshots = new WeakMap<object, readonly MemberSnapshot[]>();

/** Lets a plain model be what it was on the Sequelize that it came from. */
export function restoreModel(model: DomainModel): void {
  for (const state of snapshots.get(model) ?? []) state.restore();
  snapshots.delete(model);
}

/**
 * The plain models among the classes that an application brings along: they are the same classes, initialised once more
 * on its database.
 */
export class PlainModels {
  readonly #models: readonly PlainModel[];
  readonly #apart: readonly ExcludedAssociation[];

  private constructor(models: readonly PlainModel[], apart: readonly ExcludedAssociation[]) {
    this.#models = models;
    this.#apart = apart;
  }

  /**
   * Lets sequelize-typescript find in plain models what it finds in its own classes, and adds the classes of their join
   * tables, which nobody describes.
   *
   * @param present those that another application of the same database has brought along
   *
   * Notes MODEL_UNINITIALISED, LEFT_OUT_UNKNOWN, ASSOCIATION_NOT_DESCRIBED.
   */
  static take(
    types: readonly DomainModel[],
    present: ReadonlySet<DomainModel>,
    mistakes: ModelMistakes,
  ): [readonly DomainModel[], PlainModels] {
    const described = types.filter((type) => isPlain(type)) as PlainModel[];
    const ready = described.filter((model) => isInitialised(model));
    for (const model of described.filter((one) => !isInitialised(one))) {
      mistakes.add(new PersistenceError('MODEL_UNINITIALISED', [model.name]));
      mistakes.leaveOut(model);
    }
    const isKnown = (target: object) => types.includes(target as DomainModel);
    for (const model of ready) verifyAssociations(model, isKnown, mistakes);
    const joinTables = joinTablesOf(ready, isKnown);
    const models = [...ready, ...joinTables].filter((model) => !present.has(model));
    const isPart = ({ target }: KnownAssociation) => isKnown(target) || models.includes(target as PlainModel);
    const taken = models.map((model) => ({ model, ...split(model, isPart) }));
    const apart = taken.flatMap(({ model, left }) => left.map((association) => ({ model, association })));
    const plain = new PlainModels(models, apart);
    for (const model of models) {
      snapshots.set(model, [new MemberSnapshot(model), new MemberSnapshot(model.prototype as object)]);
    }
    for (const { model, kept } of taken) declare(model, kept);
    const usable = types.filter((type) => !isPlain(type) || isInitialised(type as PlainModel));
    return [[...usable, ...joinTables], plain];
  }

  /** For the log: those whose former Sequelize speaks to another database, as far as its name tells. */
  elsewhere(url: DatabaseUrl): string[] {
    return this.#models.flatMap((model) => formerDatabaseNotice(model, url) ?? []);
  }

  /** Makes the associations that are no part of the domain, when those are there that are. */
  joinApart(): void {
    for (const { model, association } of this.#apart) {
      const made = model[kindOf(association)](association.target as never, sequelizeOptions(association) as never);
      excludeAssociation(made);
    }
  }
}

function associationsOf(model: PlainModel): KnownAssociation[] {
  return Object.values(model.associations) as unknown as KnownAssociation[];
}

function verifyAssociations(model: PlainModel, isKnown: (target: object) => boolean, mistakes: ModelMistakes): void {
  const known = Object.keys(model.associations);
  const left = excludedAssociationsOf(model);
  for (const name of left.filter((one) => !known.includes(one))) {
    mistakes.add(new PersistenceError('LEFT_OUT_UNKNOWN', [model.name, name, known.join(', ') || 'none']));
  }
  for (const { as, target } of associationsOf(model)) {
    if (left.includes(as) || isKnown(target)) continue;
    const code = isDescribed(target) ? 'ASSOCIATION_TARGET_UNKNOWN' : 'ASSOCIATION_NOT_DESCRIBED';
    mistakes.add(new PersistenceError(code, [model.name, as, target.name]));
    mistakes.leaveOut(model, as);
  }
}

/** Nobody describes a table that does nothing but join two others. */
function joinTablesOf(models: readonly PlainModel[], isKnown: (target: object) => boolean): readonly PlainModel[] {
  const tables = new Set<PlainModel>();
  for (const model of models) {
    for (const association of associationsOf(model)) {
      const through = throughOf(association);
      const isPart = isKnown(association.target) && !excludedAssociationsOf(model).includes(association.as);
      if (through && isPart && isPlain(through) && !isKnown(through)) tables.add(through);
    }
  }
  for (const table of tables) setDescription(table, { leaveOut: [] });
  return [...tables];
}

interface Split {
  readonly kept: readonly KnownAssociation[];
  readonly left: readonly KnownAssociation[];
}

function split(model: PlainModel, isPart: (association: KnownAssociation) => boolean): Split {
  const isKept = (one: KnownAssociation) =>
    isPart(one) && !excludedAssociationsOf(model).includes(one.as) && !isExcludedAssociation(one);
  const associations = associationsOf(model);
  return { kept: associations.filter(isKept), left: associations.filter((one) => !isKept(one)) };
}

/** Puts down what the decorators of sequelize-typescript would. */
function declare(model: PlainModel, associations: readonly KnownAssociation[]): void {
  const columns = columnsOf(model);
  for (const [name, column] of Object.entries(columns)) {
    const onDelete = declaredDeleteRule(model, name);
    if (onDelete !== undefined) column.onDelete = onDelete;
  }
  const prototype = model.prototype as object;
  setModelName(prototype, model.name);
  setOptions(prototype, optionsOf(model) as never);
  setAttributes(prototype, columns);
  setAssociations(prototype, associations.map(declaredForm));
  initialiseBy(model, hooksOf(model));
}

/** Of two sides of an association one may declare a rule, and Sequelize have filled in another at the first. */
function declaredDeleteRule(model: PlainModel, field: string): string | undefined {
  const all = Object.values(model.sequelize!.models).flatMap((one) => associationsOf(one as PlainModel));
  return all
    .filter((one) => isHolding(one, model, field))
    .map(declaredDelete)
    .find((rule) => rule !== undefined);
}

/** Gives a model the members by which sequelize-typescript initialises a class. */
function initialiseBy(model: PlainModel, hooks: object): void {
  const columns = model.rawAttributes;
  const initialize = (attributes: object, options: ModelOptions) => {
    Object.assign(model, { isInitialized: true });
    SequelizeModel.init.call(model as never, attributes as never, options as never);
    // Sequelize adds a hook once more for each that it stands for.
    Object.assign(model.options, { hooks });
    for (const [name, { field }] of Object.entries(columns)) Object.assign(model.rawAttributes[name]!, { field });
    model.refreshAttributes();
    return model;
  };
  Object.defineProperty(model, 'initialize', { value: initialize, configurable: true });
}

/** The own members of a class, or of its prototype, to be put back. */
class MemberSnapshot {
  readonly #members: PropertyDescriptorMap;

  constructor(private readonly object: object) {
    this.#members = Object.getOwnPropertyDescriptors(object);
  }

  restore(): void {
    for (const name of Reflect.ownKeys(this.object)) {
      const isChangeable = Object.getOwnPropertyDescriptor(this.object, name)!.configurable;
      if (isChangeable && !(name in this.#members)) Reflect.deleteProperty(this.object, name);
    }
    for (const name of Reflect.ownKeys(this.#members)) {
      const member = this.#members[name as string]!;
      if (member.configurable) Object.defineProperty(this.object, name, member);
    }
  }
}

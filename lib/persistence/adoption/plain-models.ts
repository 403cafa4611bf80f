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
  type KnownAssociation,
  kindOf,
  sequelizeOptions,
  usesForeignKey,
} from './plain-association';
import { columnsOf, hooksOf, isInitialised, isPlain, optionsOf, type PlainModel, throughOf } from './plain-model';

/** An association that is not part of the API. It is created again after those of the domain. */
interface ExcludedAssociation {
  readonly model: PlainModel;
  readonly association: KnownAssociation;
}

/** The members of models before they were taken over. */
const snapshots = new WeakMap<object, readonly MemberSnapshot[]>();

/** Restores a model as it was on its own Sequelize. */
export function restoreModel(model: DomainModel): void {
  for (const state of snapshots.get(model) ?? []) state.restore();
  snapshots.delete(model);
}

/** The models that other code has initialised on a Sequelize of its own: the same classes, initialised again on the database. */
export class PlainModels {
  readonly #adopted: readonly DomainModel[];
  readonly #excluded: readonly ExcludedAssociation[];

  private constructor(adopted: readonly DomainModel[], excluded: readonly ExcludedAssociation[]) {
    this.#adopted = adopted;
    this.#excluded = excluded;
  }

  /**
   * Adds the metadata of sequelize-typescript to plain models, and finds their join tables, which need no description.
   *
   * @param present         models that another application has already initialised on this database
   * @param hasOwnSequelize whether other code has initialised a class on a Sequelize of its own
   *
   * Reports MODEL_UNINITIALISED, EXCLUDED_UNKNOWN, ASSOCIATION_NOT_DESCRIBED.
   */
  static takeOver(
    types: readonly DomainModel[],
    present: ReadonlySet<DomainModel>,
    mistakes: ModelMistakes,
    hasOwnSequelize: (type: DomainModel) => boolean,
  ): [readonly DomainModel[], PlainModels] {
    const described = types.filter((type) => isPlain(type)) as PlainModel[];
    const ready = described.filter((model) => isInitialised(model));
    for (const model of described.filter((type) => !isInitialised(type))) {
      mistakes.add(new PersistenceError('MODEL_UNINITIALISED', [model.name]));
      mistakes.leaveOut(model);
    }
    const isKnown = (target: object) => types.includes(target as DomainModel);
    for (const model of ready) verifyAssociations(model, isKnown, mistakes);
    const joinTables = joinTablesOf(ready, isKnown);
    const models = [...ready, ...joinTables].filter((model) => !present.has(model));
    const isInDomain = ({ target }: KnownAssociation) => isKnown(target) || models.includes(target as PlainModel);
    const taken = models.map((model) => ({ model, ...split(model, isInDomain) }));
    const excluded = taken.flatMap(({ model, excluded: own }) => own.map((association) => ({ model, association })));
    const decorated = types.filter((type) => !isPlain(type) && !present.has(type) && hasOwnSequelize(type));
    const adopted = [...models, ...decorated];
    const plain = new PlainModels(adopted, excluded);
    for (const model of adopted) {
      snapshots.set(model, [new MemberSnapshot(model), new MemberSnapshot(model.prototype as object)]);
    }
    for (const { model, included } of taken) declare(model, included);
    const initialised = types.filter((type) => !isPlain(type) || isInitialised(type as PlainModel));
    return [[...initialised, ...joinTables], plain];
  }

  /** Log lines for models whose own Sequelize uses another database. */
  formerDatabaseNotices(url: DatabaseUrl): string[] {
    return this.#adopted.flatMap((model) => formerDatabaseNotice(model, url) ?? []);
  }

  /** Creates the associations that are not part of the API, after those of the domain. */
  createExcludedAssociations(): void {
    for (const { model, association } of this.#excluded) {
      const created = model[kindOf(association)](association.target as never, sequelizeOptions(association) as never);
      excludeAssociation(created);
    }
  }
}

function associationsOf(model: PlainModel): KnownAssociation[] {
  return Object.values(model.associations) as unknown as KnownAssociation[];
}

function verifyAssociations(model: PlainModel, isKnown: (target: object) => boolean, mistakes: ModelMistakes): void {
  const known = Object.keys(model.associations);
  const excluded = excludedAssociationsOf(model);
  for (const name of excluded.filter((property) => !known.includes(property))) {
    mistakes.add(new PersistenceError('EXCLUDED_UNKNOWN', [model.name, name, known.join(', ') || 'none']));
  }
  for (const { as, target } of associationsOf(model)) {
    if (excluded.includes(as) || isKnown(target)) continue;
    const code = isDescribed(target) ? 'ASSOCIATION_TARGET_UNKNOWN' : 'ASSOCIATION_NOT_DESCRIBED';
    mistakes.add(new PersistenceError(code, [model.name, as, target.name]));
    mistakes.leaveOut(model, as);
  }
}

/** The join tables of the models, which need no description. */
function joinTablesOf(models: readonly PlainModel[], isKnown: (target: object) => boolean): readonly PlainModel[] {
  const tables = new Set<PlainModel>();
  for (const model of models) {
    for (const association of associationsOf(model)) {
      const through = throughOf(association);
      const isInDomain = isKnown(association.target) && !excludedAssociationsOf(model).includes(association.as);
      if (through && isInDomain && isPlain(through) && !isKnown(through)) tables.add(through);
    }
  }
  for (const table of tables) setDescription(table, { exclude: [] });
  return [...tables];
}

interface Split {
  readonly included: readonly KnownAssociation[];
  readonly excluded: readonly KnownAssociation[];
}

function split(model: PlainModel, isInDomain: (association: KnownAssociation) => boolean): Split {
  const excludedNames = excludedAssociationsOf(model);
  const isIncluded = (association: KnownAssociation) =>
    isInDomain(association) && !excludedNames.includes(association.as) && !isExcludedAssociation(association);
  const associations = associationsOf(model);
  return {
    included: associations.filter(isIncluded),
    excluded: associations.filter((association) => !isIncluded(association)),
  };
}

/** Sets the metadata that the decorators of sequelize-typescript would set. */
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
  defineInitialize(model, hooksOf(model));
}

/** One side of an association may declare a rule while the other has a default of Sequelize. */
function declaredDeleteRule(model: PlainModel, field: string): string | undefined {
  const all = Object.values(model.sequelize!.models).flatMap((one) => associationsOf(one as PlainModel));
  return all
    .filter((one) => usesForeignKey(one, model, field))
    .map(declaredDelete)
    .find((rule) => rule !== undefined);
}

/** Defines the method by which sequelize-typescript initialises a class. */
function defineInitialize(model: PlainModel, hooks: object): void {
  const columns = model.rawAttributes;
  const initialize = (attributes: object, options: ModelOptions) => {
    Object.assign(model, { isInitialized: true });
    SequelizeModel.init.call(model as never, attributes as never, options as never);
    // `init` would add aliased hooks again under each of their names.
    Object.assign(model.options, { hooks });
    for (const [name, { field }] of Object.entries(columns)) Object.assign(model.rawAttributes[name]!, { field });
    model.refreshAttributes();
    return model;
  };
  Object.defineProperty(model, 'initialize', { value: initialize, configurable: true });
}

/** The own members of a class or its prototype, which can be restored. */
class MemberSnapshot {
  readonly #members: PropertyDescriptorMap;

  constructor(private readonly object: object) {
    this.#members = Object.getOwnPropertyDescriptors(object);
  }

  restore(): void {
    for (const name of Reflect.ownKeys(this.object)) {
      const isChangeable = Object.getOwnPropertyDescriptor(this.object, name)!.configurable;
      if (isChangeable && !Object.hasOwn(this.#members, name)) Reflect.deleteProperty(this.object, name);
    }
    for (const name of Reflect.ownKeys(this.#members)) {
      const member = this.#members[name as string]!;
      if (member.configurable) Object.defineProperty(this.object, name, member);
    }
  }
}

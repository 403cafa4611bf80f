import { type ModelOptions, Model as SequelizeModel } from 'sequelize';
import type { ModelMistakes } from '../../metadata';
import type { DatabaseUrl } from '../database-url';
import { PersistenceError } from '../errors';
import type { DeclaredColumn } from '../models/declared-members';
import {
  excludeAssociation,
  excludedAssociationsOf,
  isDescribed,
  isExcludedAssociation,
  nameOfDescription,
  setDescription,
} from '../models/described-models';
import type { DomainModel } from '../models/domain-model';
import type { KnownAssociation } from '../sequelize/associations';
import { setAssociations, setAttributes, setModelName, setOptions } from '../sequelize/class-metadata';
import { MemberSnapshot } from './member-snapshot';
import { hasOwnSequelize, ownDatabaseNotice } from './own-instances';
import {
  creatingMethod,
  declaredDeleteRule,
  declaredForm,
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

function takeSnapshots(model: DomainModel): void {
  snapshots.set(model, [new MemberSnapshot(model), new MemberSnapshot(model.prototype as object)]);
}

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
   * Reports MODEL_UNINITIALISED, EXCLUDED_UNKNOWN, ASSOCIATION_NOT_DESCRIBED.
   *
   * @param present models that another application has already initialised on this database
   * @returns all usable models with the join tables, and those of them that were taken over
   */
  static takeOver(
    types: readonly DomainModel[],
    present: ReadonlySet<DomainModel>,
    mistakes: ModelMistakes,
  ): [usable: readonly DomainModel[], taken: PlainModels] {
    const usable = types.filter((type) => isUsable(type, mistakes));
    const described = usable.filter((type) => isPlain(type)) as PlainModel[];
    const isKnown = (target: object) => types.includes(target as DomainModel);
    for (const model of described) verifyAssociations(model, isKnown, mistakes);
    const joinTables = joinTablesOf(described, isKnown);
    const models = [...described, ...joinTables].filter((model) => !present.has(model));
    const isInDomain = ({ target }: KnownAssociation) => isKnown(target) || models.includes(target as PlainModel);
    const excluded = models.flatMap((model) => {
      const parts = partAssociations(model, isInDomain);
      takeSnapshots(model);
      declare(model, parts.included);
      return parts.excluded.map((association) => ({ model, association }));
    });
    const decorated = types.filter((type) => !isPlain(type) && !present.has(type) && hasOwnSequelize(type));
    decorated.forEach(takeSnapshots);
    return [[...usable, ...joinTables], new PlainModels([...models, ...decorated], excluded)];
  }

  /** Log lines for models whose own Sequelize uses another database. */
  ownDatabaseNotices(url: DatabaseUrl): string[] {
    return this.#adopted.flatMap((model) => ownDatabaseNotice(model, url) ?? []);
  }

  /** Creates the associations that are not part of the API, after those of the domain. */
  createExcludedAssociations(): void {
    for (const { model, association } of this.#excluded) {
      const created = model[creatingMethod(association)](
        association.target as never,
        sequelizeOptions(association) as never,
      );
      excludeAssociation(created);
    }
  }
}

/** Reports a plain model without columns. */
function isUsable(type: DomainModel, mistakes: ModelMistakes): boolean {
  if (!isPlain(type) || isInitialised(type as PlainModel)) return true;
  mistakes.add(new PersistenceError('MODEL_UNINITIALISED', [type.name]));
  mistakes.leaveOut(type);
  return false;
}

function associationsOf(model: PlainModel): KnownAssociation[] {
  return Object.values(model.associations) as KnownAssociation[];
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

/** The associations of a model by whether they are part of the API. */
function partAssociations(
  model: PlainModel,
  isInDomain: (association: KnownAssociation) => boolean,
): Readonly<Record<'included' | 'excluded', readonly KnownAssociation[]>> {
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
    const onDelete = deleteRuleOfColumn(model, name);
    if (onDelete !== undefined) column.onDelete = onDelete;
    else if (isForeignKey(model, name)) Object.assign(column, { hasDefaultRule: true } satisfies DeclaredColumn);
  }
  const prototype = model.prototype as object;
  const modelName = nameOfDescription(model) ?? model.name;
  setModelName(prototype, modelName);
  setOptions(prototype, { ...optionsOf(model), modelName } as never);
  setAttributes(prototype, columns);
  setAssociations(prototype, associations.map(declaredForm));
  defineInitialize(model, hooksOf(model));
}

/** The rule that either side of an association declares for its foreign key: the other may have a default of Sequelize. */
function deleteRuleOfColumn(model: PlainModel, field: string): string | undefined {
  return associationsBy(model, field)
    .map(declaredDeleteRule)
    .find((rule) => rule !== undefined);
}

function isForeignKey(model: PlainModel, field: string): boolean {
  return associationsBy(model, field).length > 0;
}

/** The associations whose foreign key a column is, on either side. */
function associationsBy(model: PlainModel, field: string): readonly KnownAssociation[] {
  const all = Object.values(model.sequelize!.models).flatMap((one) => associationsOf(one as PlainModel));
  return all.filter((one) => usesForeignKey(one, model, field));
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

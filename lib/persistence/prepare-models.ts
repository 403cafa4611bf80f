import type { ModelAttributeColumnOptions } from 'sequelize';
import type { Sequelize } from 'sequelize-typescript';
import type { DomainClass, ModelMistakes } from '../metadata';
import { BaseDomain } from './base-domain';
import { PersistenceError } from './errors';
import { makeAssociationsAssignable } from './models/accessors';
import { type DeclaredMembers, declaredMembers, withMembers } from './models/declared-members';
import { readDeleteRules } from './models/delete-rules';
import { type DomainModel, declaredName, domainClassOf, hasTable, isModel, modelOf } from './models/domain-model';
import { foreignKeysOfAssociation } from './models/foreign-keys-of-association';
import { declaredFields, nameIndexedColumns } from './models/indexed-columns';
import { keepMilliseconds } from './models/keep-milliseconds';
import { hasKey, removeKey, withKey } from './models/keyless-models';
import { type ReservedName, reservedNames } from './models/reserved-names';
import { applyTableOptions, mergeIndexes } from './models/settle-options';
import { addUniqueChildKeys } from './models/unique-child-keys';
import { type ModelCheck, usableAssociations } from './models/usable-associations';
import { usableColumns } from './models/usable-columns';
import { verifyAssociationScopes } from './models/verify-association-scopes';
import { verifyDefaultScope } from './models/verify-default-scope';
import { verifyDefaults } from './models/verify-defaults';
import { verifyClassFields } from './models/verify-fields';
import { verifyJoinTables } from './models/verify-join-tables';
import { verifyOptions } from './models/verify-options';
import { verifyStorage } from './models/verify-storage';
import { findOrCreateInUnits } from './unit-of-work/find-or-create';
import { watchInstances } from './unit-of-work/watch-instances';
import { fillInstances } from './writes/fill-instances';

/** The valid model classes. */
export interface PreparedModels {
  readonly models: readonly DomainModel[];
  readonly reservedBy: ReservedName;
}

interface Preparation {
  readonly sequelize: Sequelize;
  /** Models that another application has already initialised on this Sequelize. */
  readonly present: ReadonlySet<DomainModel>;
  /** Whether the table of a class may have no primary key. */
  readonly isKeyless: (type: DomainClass) => boolean;
  readonly mistakes: ModelMistakes;
}

/**
 * Initialises and checks the model classes. Mistakes are collected, and invalid members are left out.
 *
 * @throws PersistenceError MODEL_INVALID when Sequelize itself rejects a model
 */
export function prepareModels(
  types: readonly DomainModel[],
  { sequelize, present, isKeyless, mistakes }: Preparation,
): PreparedModels {
  const reservedBy = reservedNames(BaseDomain, sequelize);
  const models = usableClasses(types, present, mistakes);
  const added = models.filter((model) => !present.has(model));
  const all = [...new Set([...[...present].filter(isModel), ...models])];
  const declared = declaredFields(models);
  const before = new Set(Object.values(sequelize.models));
  const keyless = added.filter((model) => isKeyless(domainClassOf(model)) && !hasKey(model));
  const members = usableMembers(models, { types, mistakes, reservedBy }, keyless);
  const prepare = () => {
    addModels(added, sequelize, mistakes);
    keyless.forEach(removeKey);
    added.forEach(makeAssociationsAssignable);
    const defined = Object.values(sequelize.models).filter((model) => !before.has(model)) as DomainModel[];
    defined.forEach(keepMilliseconds);
    verifyStorage(all, mistakes);
    for (const model of added) alignForeignKeys(model, mistakes);
    readDeleteRules(all, sequelize, mistakes);
    for (const model of added) nameIndexedColumns(model, declared.get(model)!, mistakes);
    for (const model of added) mistakes.note(() => addUniqueChildKeys(model, mistakes));
    for (const verify of VERIFICATIONS) {
      for (const model of added) mistakes.note(() => verify(model, mistakes));
    }
    added.forEach(watchInstances);
    added.forEach(fillInstances);
    added.forEach(findOrCreateInUnits);
  };
  if (mistakes.areAny || keyless.length > 0) withMembers(members, () => mistakes.note(prepare));
  else prepare();
  return { models, reservedBy };
}

const VERIFICATIONS = [
  verifyOptions,
  verifyJoinTables,
  verifyAssociationScopes,
  verifyDefaultScope,
  verifyDefaults,
  verifyClassFields,
] as const;

/** The classes with a table and a unique name. */
function usableClasses(
  types: readonly DomainModel[],
  present: ReadonlySet<DomainModel>,
  mistakes: ModelMistakes,
): readonly DomainModel[] {
  const names = new Set([...present].filter((model) => !types.includes(model)).map(declaredName));
  return types.filter((type) => {
    mistakes.note(() => verifyDeclaration(type));
    const name = declaredName(type);
    const isUsable = hasTable(type) && !names.has(name);
    if (names.has(name)) mistakes.add(new PersistenceError('CLASS_NAME_TAKEN', [name]));
    names.add(name);
    if (!isUsable) mistakes.leaveOut(type);
    return isUsable;
  });
}

function verifyDeclaration(type: DomainModel): void {
  if (!hasTable(type)) throw new PersistenceError('TABLE_MARK_MISSING', [type.name]);
  mergeIndexes(type);
  if (type.prototype instanceof BaseDomain) applyTableOptions(type, BaseDomain.prototype);
}

function usableMembers(
  models: readonly DomainModel[],
  check: ModelCheck,
  keyless: readonly DomainModel[],
): ReadonlyMap<DomainModel, DeclaredMembers> {
  const { reservedBy, mistakes } = check;
  return new Map(
    models.map((model) => {
      const { columns, associations } = declaredMembers(model);
      const keyed = keyless.includes(model) ? withKey(columns) : columns;
      const usable = usableColumns(model, keyed, reservedBy, mistakes);
      return [model, { columns: usable, associations: usableAssociations(model, associations, check) }];
    }),
  );
}

function addModels(models: readonly DomainModel[], sequelize: Sequelize, mistakes: ModelMistakes): void {
  try {
    sequelize.addModels(models as never);
  } catch (error) {
    // The error may be caused by a mistake that was already found.
    mistakes.report();
    throw new PersistenceError('MODEL_INVALID', [(error as Error).message], { cause: error });
  }
}

/** Gives foreign keys the type of the column that they refer to, instead of an inferred one. */
function alignForeignKeys(model: DomainModel, mistakes: ModelMistakes): void {
  for (const association of Object.values(model.associations)) {
    for (const { holder, field, referred, referredField } of foreignKeysOfAssociation(association)) {
      const column = holder.getAttributes()[field] as ModelAttributeColumnOptions | undefined;
      if (!column) {
        mistakes.add(new PersistenceError('FOREIGN_KEY_MISSING', [model.name, association.as, field]));
        continue;
      }
      column.type = referred.getAttributes()[referredField]!.type;
      holder.refreshAttributes();
    }
  }
}

/** Whether a class is the join table of a many-to-many association, and so no entity of the domain. */
export function isJoinTable(type: DomainModel, types: readonly DomainModel[]): boolean {
  if (modelOf(type).primaryKeyAttributes.length === 1) return false;
  const associations = types.flatMap((other) => Object.values(other.associations));
  return associations.some((association) => (association as { through?: { model?: unknown } }).through?.model === type);
}

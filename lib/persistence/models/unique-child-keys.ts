import type { Association, HasOne } from 'sequelize';
import type { ModelMistakes } from '../../metadata';
import { PersistenceError } from '../errors';
import { addIndex, indexesOf } from '../sequelize/model-class';
import { defaultCriteria } from './default-scope';
import { type DomainModel, isDeletedSoftly, storedName } from './domain-model';

/** The limit of MariaDB and MySQL, in characters. */
const MAX_NAME_LENGTH = 64;

/**
 * Adds a unique index on the foreign key of each `@HasOne`, so that the database enforces it. Not for soft-deleted
 * children or scopes, where the table may have more rows than the model shows: there the lock of the root has to suffice.
 *
 * Reports ONE_SHARES_KEY.
 */
export function addUniqueChildKeys(model: DomainModel, mistakes: ModelMistakes): void {
  for (const association of Object.values(model.associations)) {
    if (association.associationType !== 'HasOne' || isScoped(association)) continue;
    const { as, target, foreignKey } = association as HasOne;
    const child = target as DomainModel;
    const hasMany = associationsSharingKey(association as HasOne).find(
      ({ associationType }) => associationType === 'HasMany',
    );
    if (hasMany) {
      const facts = [model.name, as, hasMany.as, `${child.name}.${foreignKey}`, child.name];
      mistakes.add(new PersistenceError('ONE_SHARES_KEY', facts));
    } else if (canBeUnique(child) && !isUnique(child, foreignKey)) addUnique(child, foreignKey);
  }
}

/** The unique foreign keys of `@HasOne` associations. */
export function uniqueChildKeys(models: readonly DomainModel[]): [DomainModel, string][] {
  return models.flatMap((model) =>
    Object.values(model.associations).flatMap((association): [DomainModel, string][] => {
      const { foreignKey, target } = association as HasOne;
      const child = target as DomainModel;
      const isOne = association.associationType === 'HasOne' && isUnique(child, foreignKey);
      return isOne ? [[child, foreignKey]] : [];
    }),
  );
}

/** The other associations to the same class with the same foreign key. */
function associationsSharingKey({ source, target, foreignKey, as }: HasOne): Association[] {
  return Object.values((source as DomainModel).associations).filter(
    (other) => other.as !== as && other.target === target && !isScoped(other) && keyOf(other) === foreignKey,
  );
}

function keyOf(association: Association): string {
  return (association as HasOne).foreignKey;
}

function isScoped(association: Association): boolean {
  return Object.keys((association as { readonly scope?: object }).scope ?? {}).length > 0;
}

function canBeUnique(child: DomainModel): boolean {
  return !isDeletedSoftly(child) && defaultCriteria(child) === undefined;
}

function isUnique(child: DomainModel, field: string): boolean {
  const column = child.getAttributes()[field]!;
  if (column.unique === true || column.primaryKey === true) return true;
  const keys = [...Object.values(child.uniqueKeys), ...indexesOf(child).filter(({ unique }) => unique)];
  return keys.some(({ fields = [] }) => fields.length === 1 && (fields[0] === field || fields[0] === column.field));
}

function addUnique(child: DomainModel, field: string): void {
  const column = child.getAttributes()[field]!.field!;
  const name = `${storedName(child)}_${column}_unique`.slice(-MAX_NAME_LENGTH);
  addIndex(child, { name, unique: true, fields: [column] });
}

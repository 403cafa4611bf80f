import type { ModelAttributeColumnOptions } from 'sequelize';
import { oncePer } from '../../foundation';
import type { DeleteRule, EntityMetadata } from '../../metadata';
import { associationKeys } from './association';
import { withoutDefaultScope } from './default-scope';
import { declarationOf, ruleOf } from './delete-rules';
import { type DomainModel, type Entity, modelOf } from './domain-model';
import { type AssociationForeignKey, foreignKeysOfModel } from './foreign-keys-of-association';
import { isChecked } from './stored-foreign-keys';

/** A foreign key to a class that is not that of one of its collections. */
export class Referrer {
  readonly model: DomainModel;
  readonly field: string;
  /** The field that it refers to. */
  readonly referred: string;

  /**
   * @param entity   undefined for a class whose rows a delete does not write: a join table, or one that is only listed
   * @param isListed whether it is only listed, so that only the database deletes or changes its rows
   */
  constructor(
    private readonly key: AssociationForeignKey,
    readonly entity?: EntityMetadata,
    private readonly isListed = false,
  ) {
    this.model = key.holder;
    this.field = key.field;
    this.referred = key.referredField;
  }

  /** The rule of the class, or else of the database, if either has one. */
  get declared(): DeleteRule | undefined {
    return this.#declaration?.rule;
  }

  /** The rule of the foreign key in the database, or the one that it would be created with. */
  get databaseRule(): DeleteRule {
    const column = this.model.getAttributes()[this.field] as ModelAttributeColumnOptions;
    return this.isLink && column.onDelete === undefined ? 'cascade' : ruleOf(column);
  }

  /** Whether its rows are links of a join table, which is no entity itself. */
  get isLink(): boolean {
    return this.key.isLink === true && this.entity === undefined;
  }

  /** Whether the database has the foreign key, which may be created later in the start. */
  get isChecked(): boolean {
    return isChecked(this.key);
  }

  /**
   * The rule that a delete applies; undefined where the database applies its own. A CASCADE of the database is applied
   * here, too: it would pass over the rules for the rows below.
   */
  get rule(): DeleteRule | undefined {
    const declaration = this.#declaration;
    if (this.isListed && !this.isChecked) return 'restrict';
    if (declaration && declaration.by !== 'database') return declaration.rule;
    if (!this.isChecked) return this.entity || this.isLink ? this.databaseRule : 'restrict';
    return this.databaseRule === 'cascade' ? 'cascade' : undefined;
  }

  get #declaration() {
    return declarationOf(this.model, this.field, this.key.referred);
  }
}

/** The referrers of a class, which belongs to exactly one registry. */
export const referrersTo = oncePer(findReferrers);

/**
 * Locks and reads the rows that refer to one of the given rows, including those outside of their default scope.
 *
 * @param limit all when absent
 */
export function referringRows(
  { model, field, referred }: Referrer,
  rows: readonly Entity[],
  limit?: number,
): Promise<Entity[]> {
  const where = { [field]: rows.map((row) => row.get(referred) as string) };
  const order = model.primaryKeyAttributes.map((name): [string, string] => [name, 'ASC']);
  return withoutDefaultScope(model).findAll({ where, order, lock: true, limit });
}

function findReferrers(target: EntityMetadata, entities: readonly EntityMetadata[]): readonly Referrer[] {
  const collectionKeys = [...target.collections.values()].map((collection) => {
    const association = associationKeys(collection);
    const holder = association.kind === 'oneToMany' ? modelOf(collection.target.type) : association.through;
    return nameOf(holder, association.foreignKey);
  });
  return keysReferringTo(modelOf(target.type))
    .filter(({ holder, field }) => !collectionKeys.includes(nameOf(holder, field)))
    .flatMap((key) => {
      const entity = entities.find(({ type }) => type === key.holder);
      if (!entity || entity.isKeyed) return [new Referrer(key, entity)];
      // Without a key it may be a view, whose rows go with those that it shows.
      return entity.isOrderTotal ? [new Referrer(key, undefined, true)] : [];
    });
}

function nameOf(holder: DomainModel, field: string): string {
  return `${holder.name} ${field}`;
}

/** The name of a class with rows that prevent the deletion of one of the given rows; undefined if none is found. */
export async function referrerOf({ type }: EntityMetadata, rows: readonly Entity[]): Promise<string | undefined> {
  for (const key of keysReferringTo(modelOf(type))) {
    const { model, field, referred, databaseRule } = new Referrer(key);
    if (databaseRule !== 'restrict' || !isChecked(key)) continue;
    const where = { [field]: rows.map((row) => row.get(referred) as string) };
    const found = await model.unscoped().findOne({ where, attributes: [field], raw: true, paranoid: false });
    if (found) return model.name;
  }
  return undefined;
}

/** The columns that refer to a class. One that may refer to several does not tell which of them its value belongs to. */
function keysReferringTo(target: DomainModel): readonly AssociationForeignKey[] {
  const keys = (Object.values(target.sequelize!.models) as DomainModel[]).flatMap(foreignKeysOfModel);
  const found = new Map<string, AssociationForeignKey>();
  for (const key of keys.filter(({ referred }) => referred === target)) {
    const { holder, field } = key;
    const isSame = (other: AssociationForeignKey) => other.holder === holder && other.field === field;
    const isShared = keys.some((other) => isSame(other) && other.referred !== target);
    if (isShared && !holder.getAttributes()[field]?.references) continue;
    if (key.isLink || !found.has(nameOf(holder, field))) found.set(nameOf(holder, field), key);
  }
  return [...found.values()];
}

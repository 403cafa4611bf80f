import {
  type Attributes,
  type BuildOptions,
  DataTypes,
  type ModelStatic,
  type SetOptions,
  type Transaction,
  type Utils,
  type WhereOptions,
} from 'sequelize';
import { PersistenceError } from './errors';
import type { AttributesOf, Known, NewAttributesOf, WithoutOwn } from './models/attributes';
import type { CriteriaOf } from './models/criteria-of';
import { deferColumnTypes } from './models/defer-column-types';
import { preloadedChildren } from './models/preloaded';
import { isAssignment, verifyCollection, verifyField, verifyOne } from './models/unknown-fields';
import { setAttributes, setOptions } from './sequelize/class-metadata';
import { Model } from './sequelize/decorators';
import { DomainSequelize } from './statements/domain-sequelize';
import { knownEntities } from './unit-of-work/loaded-entities';
import { type UnitOfWorkOptions, verifyUnitOptions } from './unit-of-work/unit-options';

deferColumnTypes();

/** A BIGINT key: a number up to ±(2^53−1), beyond that a string of digits. */
export type EntityId = number | string;

/** The type of a to-one field. It keeps decorator metadata from using a class before its module is loaded. */
export type Ref<T> = T;

// biome-ignore lint/suspicious/noExplicitAny: with any attributes
type AnyDomain = BaseDomain<any, any>;

/** Sequelize's `Model` with a constructor that takes the creation attributes of a subclass. */
interface TypedModel extends Pick<typeof Model, keyof typeof Model> {
  new <C extends object>(values?: Utils.MakeNullishOptional<WithoutOwn<C>>, options?: BuildOptions): Model;
}

const TypedModel = Model as TypedModel;

/**
 * The base class of domain models: an active record with `id`, `createdAt`, `updatedAt`, and a `version` that is
 * incremented by every change.
 *
 * It has all methods of Sequelize's `Model`, which join the current unit of work.
 *
 * Names and types of fields are inferred from the declared members. With
 * `extends BaseDomain<InferAttributes<Order>, InferCreationAttributes<Order>>` the constructor and the required fields of
 * new entities are checked as well.
 *
 * @example
 * ```ts
 * const order = await Order.first({ code: 'A-1' });
 * await order?.updateAttributes({ status: 'shipped' });
 * ```
 * @see Specification, "General conventions"
 */
// biome-ignore lint/suspicious/noExplicitAny: the attributes are those that the subclass declares
export abstract class BaseDomain<A extends object = any, C extends object = A> extends TypedModel<C> {
  // Types only, as in Sequelize: through `this` they differ by subclass.
  declare _attributes: AttributesOf<A, this>;
  declare _creationAttributes: NewAttributesOf<C, this>;
  declare _known: Known<A, this>;

  declare id: EntityId;

  declare createdAt: Date;

  declare updatedAt: Date;

  /** Incremented by every change of the row; for an aggregate root also by every change inside the aggregate. */
  declare version: number;

  /** Inserts a new entity, or updates the changed fields of a stored one. */
  persist(): Promise<this> {
    return this.save();
  }

  /**
   * Deletes the row, as Sequelize's `destroy` does.
   *
   * @throws OptimisticLockError when the row was changed or deleted since it was read
   */
  async delete(): Promise<void> {
    await this.destroy();
  }

  /**
   * Sets fields without saving them.
   *
   * @throws PersistenceError FIELD_UNKNOWN
   */
  override set<K extends keyof this['_known']['changes']>(
    key: K,
    value: this['_known']['changes'][K],
    options?: SetOptions,
  ): this;
  override set(path: `${string}.${string}`, value: unknown, options?: SetOptions): this;
  override set(keys: this['_known']['changes'], options?: SetOptions): this;
  override set(key: PropertyKey | object, value?: unknown, options?: SetOptions): this {
    if (typeof key !== 'object') {
      if (isAssignment(options)) verifyField(this, String(key));
    } else if (isAssignment(value as SetOptions | undefined)) {
      // Checked before any field is set.
      for (const name of Object.keys(key)) verifyField(this, name);
    }
    return super.set(key as never, value as never, options);
  }

  /**
   * Sets the given fields and saves them.
   *
   * @throws PersistenceError FIELD_UNKNOWN
   * @throws OptimisticLockError when the row was changed or deleted since it was read
   */
  updateAttributes(values: this['_known']['changes']): Promise<this> {
    return this.update(values as never);
  }

  /**
   * Reads the children in a to-many field. Inside an action, children that were read before are the same instances.
   *
   * @throws PersistenceError COLLECTION_UNKNOWN
   */
  async collection<K extends this['_known']['collection'] & keyof this>(property: K): Promise<NonNullable<this[K]>> {
    verifyCollection(this, property);
    const found: unknown = preloadedChildren(this, property) ?? (await this.$get(property));
    return knownEntities(found as Model[]) as never;
  }

  /**
   * Reads the entity in a to-one field: the single child, or the entity that it refers to. Inside an action, an entity that
   * was read before is the same instance.
   *
   * @throws PersistenceError ONE_UNKNOWN
   */
  async one<K extends keyof this['_known']['ones'] & keyof this>(property: K): Promise<NonNullable<this[K]> | null> {
    verifyOne(this, String(property));
    const loaded = preloadedChildren(this, String(property));
    const found: unknown = loaded ? loaded[0] : await this.$get(property);
    return (found ? knownEntities([found as Model])[0] : null) as never;
  }

  /** Reads the entity with that primary key, or null. */
  static findById<M extends AnyDomain>(this: ModelStatic<M>, id: EntityId): Promise<M | null> {
    return this.findByPk(id);
  }

  /** Reads all entities that match, in the order of their primary keys. */
  static where<M extends AnyDomain>(this: ModelStatic<M>, criteria: CriteriaOf<Attributes<M>>): Promise<M[]> {
    return this.findAll({ where: criteria as WhereOptions, order: byKey(this) });
  }

  /** Reads the first entity that matches, in the order of the primary keys, or null. */
  static first<M extends AnyDomain>(this: ModelStatic<M>, criteria: CriteriaOf<Attributes<M>> = {}): Promise<M | null> {
    return this.findOne({ where: criteria as WhereOptions, order: byKey(this) });
  }

  /**
   * Reads the only entity that matches.
   *
   * @throws NotOneError when no entity or more than one matches
   */
  static async one<M extends AnyDomain>(this: ModelStatic<M>, criteria: CriteriaOf<Attributes<M>>): Promise<M> {
    const found = await this.findAll({ where: criteria as WhereOptions, limit: 2 });
    if (found.length !== 1) throw new NotOneError(this.name, found.length);
    return found[0]!;
  }

  /** Whether any entity matches. */
  static async exists<M extends AnyDomain>(
    this: ModelStatic<M>,
    criteria: CriteriaOf<Attributes<M>> = {},
  ): Promise<boolean> {
    return (
      (await this.findOne({ where: criteria as WhereOptions, attributes: [this.primaryKeyAttribute], raw: true })) !==
      null
    );
  }

  /** Reads all entities, in the order of their primary keys. */
  static all<M extends AnyDomain>(this: ModelStatic<M>): Promise<M[]> {
    return this.findAll({ order: byKey(this) });
  }

  /**
   * Runs the work in a transaction, which all queries inside it join, or in the current unit of work. It may be retried
   * after a deadlock, so it must be repeatable.
   *
   * @throws PersistenceError CLASS_UNCLAIMED, UNIT_ISOLATION
   * @throws CommitOutcomeUnknownError when the connection breaks during COMMIT
   */
  static unitOfWork<T>(
    this: ModelStatic<Model>,
    work: (transaction: Transaction) => Promise<T>,
    options?: UnitOfWorkOptions,
  ): Promise<T> {
    verifyUnitOptions(options);
    if (!(this.sequelize instanceof DomainSequelize)) throw new PersistenceError('CLASS_UNCLAIMED', [this.name]);
    return this.sequelize.unitOfWork(work, options);
  }
}

// As decorators would declare them, which are not there without their package.
setAttributes(BaseDomain.prototype, {
  id: { type: DataTypes.BIGINT, primaryKey: true, autoIncrement: true },
  createdAt: { type: DataTypes.DATE(3) },
  updatedAt: { type: DataTypes.DATE(3) },
});
setOptions(BaseDomain.prototype, { createdAt: 'createdAt', updatedAt: 'updatedAt', timestamps: true, validate: {} });

/** The static `one()` found no entity, or more than one. */
export class NotOneError extends Error {
  override readonly name = 'NotOneError';

  constructor(entity: string, found: number) {
    super(`Expected exactly one ${entity}, but ${found === 0 ? 'none matches' : 'several match'}.`);
  }
}

function byKey(model: ModelStatic<AnyDomain>): [string, string][] {
  return [[model.primaryKeyAttribute, 'ASC']];
}

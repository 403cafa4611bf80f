import type { Attributes, BuildOptions, ModelStatic, SetOptions, Transaction, Utils, WhereOptions } from 'sequelize';
import { AutoIncrement, Column, CreatedAt, DataType, Model, PrimaryKey, UpdatedAt } from 'sequelize-typescript';
import { PersistenceError } from './errors';
import type { AttributesOf, Known, NewAttributesOf, WithoutOwn } from './models/attributes';
import type { CriteriaOf } from './models/criteria-of';
import { deferColumnTypes } from './models/defer-column-types';
import { preloadedChildren } from './models/preloaded';
import { isAssignment, verifyCollection, verifyField, verifyOne } from './models/unknown-fields';
import { DomainSequelize } from './statements/domain-sequelize';
import { knownEntities } from './unit-of-work/loaded-entities';
import type { UnitOfWorkOptions } from './unit-of-work/unit-options';

deferColumnTypes();

/** A BIGINT key: a number as long as a double holds it exactly (±(2^53−1)), else its digits as text. */
export type EntityId = number | string;

/** The type of a to-one field: it keeps decorator metadata from asking for a class before its module has loaded. */
export type Ref<T> = T;

// biome-ignore lint/suspicious/noExplicitAny: whatever attributes it declares
type AnyDomain = BaseDomain<any, any>;

/** Sequelize's `Model` with a constructor that takes the creation attributes, and whose attributes a subclass may tell. */
interface TypedModel extends Pick<typeof Model, keyof typeof Model> {
  new <C extends object>(values?: Utils.MakeNullishOptional<WithoutOwn<C>>, options?: BuildOptions): Model;
}

const TypedModel = Model as unknown as TypedModel;

/**
 * The base class of a domain model: an active record with `id`, `createdAt`, `updatedAt` and a `version` that rises
 * with every change.
 *
 * All methods of Sequelize's `Model` are there; called inside a unit of work they take part in it.
 *
 * The compiler takes names and types of the fields from what the class declares. A class that says
 * `extends BaseDomain<InferAttributes<Order>, InferCreationAttributes<Order>>` has its constructor checked as well, and
 * the fields that a new entity must have.
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
  // For the compiler alone, as Sequelize's own: what is written by `this` is known of every subclass, and in its methods.
  declare _attributes: AttributesOf<A, this>;
  declare _creationAttributes: NewAttributesOf<C, this>;
  declare _known: Known<A, this>;

  @PrimaryKey
  @AutoIncrement
  @Column(DataType.BIGINT)
  declare id: EntityId;

  @CreatedAt
  @Column(DataType.DATE(3))
  declare createdAt: Date;

  @UpdatedAt
  @Column(DataType.DATE(3))
  declare updatedAt: Date;

  /** Raised by every change of this row, and of an aggregate root by every change inside the aggregate. */
  declare version: number;

  /** Inserts a new entity, or saves the changed fields of one that is stored. */
  persist(): Promise<this> {
    return this.save();
  }

  /**
   * Deletes the row. Sequelize's `destroy`, under the name that a domain uses.
   *
   * @throws OptimisticLockError when the row was changed or deleted since it was read
   */
  async delete(): Promise<void> {
    await this.destroy();
  }

  /**
   * Sets fields, as the constructor does.
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
      // Before any of them is set.
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
   * The children in a to-many field, read from the database; inside an action, each child that was read before is the same.
   *
   * @throws PersistenceError COLLECTION_UNKNOWN
   */
  async collection<K extends this['_known']['collection'] & keyof this>(property: K): Promise<NonNullable<this[K]>> {
    verifyCollection(this, property);
    const found = preloadedChildren(this, property) ?? ((await this.$get(property)) as unknown as Model[]);
    return knownEntities(found) as never;
  }

  /**
   * The entity in a to-one field, its single child or what it refers to, read from the database; null where there is
   * none. Inside an action it is the same that was read before.
   *
   * @throws PersistenceError ONE_UNKNOWN
   */
  async one<K extends keyof this['_known']['ones'] & keyof this>(property: K): Promise<NonNullable<this[K]> | null> {
    verifyOne(this, String(property));
    const loaded = preloadedChildren(this, String(property));
    const found = loaded ? loaded[0] : ((await this.$get(property)) as unknown as Model | null);
    return (found ? knownEntities([found])[0] : null) as never;
  }

  /** The entity with that surrogate key, or null. */
  static findById<M extends AnyDomain>(this: ModelStatic<M>, id: EntityId): Promise<M | null> {
    return this.findByPk(id) as unknown as Promise<M | null>;
  }

  /** All entities that match, in the order of their keys. */
  static where<M extends AnyDomain>(this: ModelStatic<M>, criteria: CriteriaOf<Attributes<M>>): Promise<M[]> {
    return this.findAll({ where: criteria as WhereOptions, order: byKey(this) }) as unknown as Promise<M[]>;
  }

  /** The entity with the lowest key among those that match, or null. */
  static first<M extends AnyDomain>(this: ModelStatic<M>, criteria: CriteriaOf<Attributes<M>> = {}): Promise<M | null> {
    return this.findOne({ where: criteria as WhereOptions, order: byKey(this) }) as unknown as Promise<M | null>;
  }

  /**
   * The only entity that matches.
   *
   * @throws NotOneError when none or several match
   */
  static async one<M extends AnyDomain>(this: ModelStatic<M>, criteria: CriteriaOf<Attributes<M>>): Promise<M> {
    const found = (await this.findAll({ where: criteria as WhereOptions, limit: 2 })) as unknown as M[];
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

  /** Every entity, in the order of their keys. */
  static all<M extends AnyDomain>(this: ModelStatic<M>): Promise<M[]> {
    return this.findAll({ order: byKey(this) }) as unknown as Promise<M[]>;
  }

  /**
   * Runs the work in one transaction that all active-record calls made inside it take part in; a surrounding unit
   * of work is joined. The work may be run again after a deadlock, so it must be repeatable.
   *
   * @throws PersistenceError CLASS_UNCLAIMED, UNIT_ISOLATION
   * @throws CommitOutcomeUnknownError when the connection broke during COMMIT
   */
  static unitOfWork<T>(
    this: ModelStatic<Model>,
    work: (transaction: Transaction) => Promise<T>,
    options?: UnitOfWorkOptions,
  ): Promise<T> {
    if (!(this.sequelize instanceof DomainSequelize)) throw new PersistenceError('CLASS_UNCLAIMED', [this.name]);
    return this.sequelize.unitOfWork(work, options);
  }
}

/** `one()` found no entity, or more than one. */
export class NotOneError extends Error {
  override readonly name = 'NotOneError';

  constructor(entity: string, found: number) {
    super(`Exactly one ${entity} was asked for, and ${found === 0 ? 'none matches' : 'several match'}.`);
  }
}

function byKey(model: ModelStatic<AnyDomain>): [string, string][] {
  return [[model.primaryKeyAttribute, 'ASC']];
}

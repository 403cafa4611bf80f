import type { CollectionMetadata, EntityMetadata } from '../metadata';
import {
  classifyDatabaseError,
  type DeletingStore,
  type Entity,
  type FieldValues,
  type Referrer,
  type RestoredRows,
} from '../persistence';
import { EntityHeldError, EntityReferredToError } from './errors';
import { TouchedEntities } from './touched-entities';

/** Rows that must not be left behind by a delete, unless they go with it. */
interface Restriction {
  readonly entity: EntityMetadata;
  readonly referrer: Referrer;
  readonly rows: readonly Entity[];
}

/**
 * The plan of a delete, made before anything is written: what prevents it, and what else it touches,
 * is known by then.
 */
export class DeletionPlan {
  /** The children before their parents. */
  readonly #steps: ((time?: Date) => Promise<void>)[] = [];
  readonly #restrictions: Restriction[] = [];
  /** Those that a restore may bring back. */
  readonly #marked: RestoredRows[] = [];
  /** Entities that refer to each other in a circle are entered once. */
  readonly #entered = new Set<string>();

  /** Rows that are deleted with the entities, or unlinked from them. */
  readonly touched = new TouchedEntities();

  constructor(private readonly deleting: DeletingStore) {}

  /**
   * Adds entities of one class with all that goes with them.
   *
   * @throws EntityHeldError when one has children that keep it from being deleted
   */
  async add(entity: EntityMetadata, rows: readonly Entity[]): Promise<void> {
    const fresh = rows.filter((row) => this.#isFirstVisit(entity, row));
    if (fresh.length === 0) return;
    for (const collection of entity.collections.values()) {
      if (collection.kind === 'manyToMany') await this.#addLinks(collection, fresh);
      else await this.#addChildren(collection, fresh);
    }
    for (const referrer of this.deleting.referrersTo(entity)) await this.#addReferring(entity, referrer, fresh);
    if (this.deleting.isDeletedSoftly(entity)) this.#marked.push({ entity, rows: fresh });
    this.#steps.push((time) => this.#remove(entity, fresh, time));
  }

  /** @throws EntityReferredToError when others refer to one of the entities, and do not go with it */
  async verify(): Promise<void> {
    for (const { entity, referrer, rows } of this.#restrictions) {
      const referring = await this.deleting.referringRows(referrer, rows, this.#entered.size + 1);
      const staying = referring.filter((row) => !referrer.entity || !this.#entered.has(nameOf(referrer.entity, row)));
      if (staying.length > 0) throw new EntityReferredToError(entity, referrer.model.name);
    }
  }

  /** @throws EntityReferredToError when the database keeps one of the entities */
  async execute(): Promise<void> {
    const time = await this.deleting.timeFor(this.#marked);
    for (const step of this.#steps) await step(time);
  }

  async #addLinks(collection: CollectionMetadata, parents: readonly Entity[]): Promise<void> {
    const isHeld = this.deleting.ruleFor(collection) === 'restrict';
    if (isHeld && (await this.deleting.hasLinks(collection, parents))) throw new EntityHeldError(collection);
    this.#steps.push(() => this.deleting.untie(collection, parents));
  }

  async #addChildren(collection: CollectionMetadata, parents: readonly Entity[]): Promise<void> {
    const children = await this.deleting.children(collection, parents);
    if (children.length === 0) return;
    const rule = this.deleting.ruleFor(collection);
    if (rule === 'restrict') throw new EntityHeldError(collection);
    if (rule === 'cascade') await this.#addAlong(collection.target, children);
    else this.#addUnlinked(collection.target, collection.foreignKey!, children);
  }

  /** The database does what nobody declares, but knows nothing of a row that is only marked as deleted. */
  async #addReferring(entity: EntityMetadata, referrer: Referrer, rows: readonly Entity[]): Promise<void> {
    const rule = referrer.rule ?? (this.deleting.isDeletedSoftly(entity) ? referrer.databaseRule : undefined);
    if (rule === 'restrict') this.#restrictions.push({ entity, referrer, rows });
    if (rule === undefined || rule === 'restrict' || !referrer.entity) return;
    const referring = await this.deleting.referringRows(referrer, rows);
    if (referring.length === 0) return;
    if (rule === 'cascade') await this.#addAlong(referrer.entity, referring);
    else this.#addUnlinked(referrer.entity, referrer.field, referring);
  }

  async #addAlong(entity: EntityMetadata, rows: readonly Entity[]): Promise<void> {
    this.touched.addChanged(entity, rows);
    await this.add(entity, rows);
  }

  #addUnlinked(entity: EntityMetadata, foreignKey: string, rows: readonly Entity[]): void {
    this.touched.addChanged(
      entity,
      rows,
      rows.map((row): FieldValues => ({ ...row.get() })),
    );
    this.#steps.push(() => this.deleting.unlink(entity, foreignKey, rows));
  }

  async #remove(entity: EntityMetadata, rows: readonly Entity[], time?: Date): Promise<void> {
    try {
      await this.deleting.remove(entity, rows, time);
    } catch (error) {
      const fault = classifyDatabaseError(error);
      const isReferredTo = fault?.kind === 'reference' && fault.isTarget;
      const referrer = isReferredTo ? await this.deleting.referrerOf(entity, rows) : undefined;
      throw referrer === undefined ? error : new EntityReferredToError(entity, referrer, { cause: error });
    }
  }

  #isFirstVisit(entity: EntityMetadata, row: Entity): boolean {
    const name = nameOf(entity, row);
    if (this.#entered.has(name)) return false;
    this.#entered.add(name);
    return true;
  }
}

function nameOf({ name, primaryKey }: EntityMetadata, row: Entity): string {
  return `${name} ${String(row.get(primaryKey.name))}`;
}

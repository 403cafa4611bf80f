import type { CollectionMetadata, EntityMetadata } from '../metadata';
import {
  classifyDatabaseError,
  type DeletingStore,
  type Entity,
  type EntityStore,
  type FieldValues,
  type LockedRoots,
  type LockedRows,
  type Referrer,
  type RestoredRows,
} from '../persistence';
import { EntityHasChildrenError, EntityReferencedError } from './errors';
import { rowId } from './row-id';
import { TouchedEntities } from './touched-entities';

/** Rows that prevent a delete if others refer to them that are not deleted with them. */
interface Restriction {
  readonly entity: EntityMetadata;
  readonly referrer: Referrer;
  readonly rows: readonly Entity[];
}

/** The steps of a delete, planned before anything is written: first comes what prevents it, and what else it touches. */
export class DeletionPlan {
  /** Children before their parents. */
  readonly #steps: ((time?: Date) => Promise<void>)[] = [];
  readonly #restrictions: Restriction[] = [];
  /** The rows that are deleted softly. */
  readonly #softDeleted: RestoredRows[] = [];
  /** The rows visited so far: entities may refer to each other in a circle. */
  readonly #visited = new Set<string>();

  /** Rows that are deleted with the entities, or unlinked from them. */
  readonly touched = new TouchedEntities();

  constructor(private readonly deleting: DeletingStore) {}

  /**
   * Adds entities of one class with all that is deleted or unlinked with them.
   *
   * @throws EntityHasChildrenError when one has children that keep it from being deleted
   */
  async add(entity: EntityMetadata, rows: readonly Entity[]): Promise<void> {
    const fresh = rows.filter((row) => this.#isFirstVisit(entity, row));
    if (fresh.length === 0) return;
    for (const collection of entity.collections.values()) {
      if (collection.kind === 'manyToMany') await this.#addLinks(collection, fresh);
      else await this.#addChildren(collection, fresh);
    }
    for (const referrer of this.deleting.referrersTo(entity)) await this.#addReferring(entity, referrer, fresh);
    if (this.deleting.isDeletedSoftly(entity)) this.#softDeleted.push({ entity, rows: fresh });
    this.#steps.push((time) => this.#remove(entity, fresh, time));
  }

  /** @throws EntityReferencedError when others refer to one of the entities, and are not deleted with it */
  async verify(): Promise<void> {
    for (const { entity, referrer, rows } of this.#restrictions) {
      const referring = await this.deleting.referringRows(referrer, rows, this.#visited.size + 1);
      const staying = referring.filter((row) => !referrer.entity || !this.#visited.has(rowId(referrer.entity, row)));
      if (staying.length > 0) throw new EntityReferencedError(entity, referrer.model.name);
    }
  }

  /** Locks the roots that deleted and unlinked rows belong to, without those that are deleted themselves. */
  async lockOwningRoots(store: EntityStore, locked?: LockedRows): Promise<readonly LockedRoots[]> {
    const owningRoots = await this.touched.lockOwningRoots(store, locked);
    return owningRoots.map(({ aggregate, roots }) => ({
      aggregate,
      roots: roots.filter((root) => !this.#visited.has(rowId(aggregate.root, root))),
    }));
  }

  /** @throws EntityReferencedError when the database rejects the delete because of a foreign key */
  async execute(): Promise<void> {
    const time = await this.deleting.timeFor(this.#softDeleted);
    for (const step of this.#steps) await step(time);
  }

  async #addLinks(collection: CollectionMetadata, parents: readonly Entity[]): Promise<void> {
    const isHeld = this.deleting.ruleFor(collection) === 'restrict';
    if (isHeld && (await this.deleting.hasLinks(collection, parents))) throw new EntityHasChildrenError(collection);
    this.#steps.push(() => this.deleting.removeLinks(collection, parents));
  }

  async #addChildren(collection: CollectionMetadata, parents: readonly Entity[]): Promise<void> {
    const children = await this.deleting.children(collection, parents);
    if (children.length === 0) return;
    const rule = this.deleting.ruleFor(collection);
    if (rule === 'restrict') throw new EntityHasChildrenError(collection);
    if (rule === 'cascade') await this.#addCascaded(collection.target, children);
    else this.#addUnlinked(collection.target, collection.foreignKey!, children);
  }

  /** Without a declared rule the database's foreign key applies, which does not see that a row is deleted softly. */
  async #addReferring(entity: EntityMetadata, referrer: Referrer, rows: readonly Entity[]): Promise<void> {
    const rule = referrer.rule ?? (this.deleting.isDeletedSoftly(entity) ? referrer.databaseRule : undefined);
    if (rule === 'restrict') this.#restrictions.push({ entity, referrer, rows });
    else if (referrer.isLink) this.#addLinksTo(entity, referrer, rows);
    if (rule === undefined || rule === 'restrict' || !referrer.entity) return;
    const referring = await this.deleting.referringRows(referrer, rows);
    if (referring.length === 0) return;
    if (rule === 'cascade') await this.#addCascaded(referrer.entity, referring);
    else this.#addUnlinked(referrer.entity, referrer.field, referring);
  }

  /** The database removes them itself if it has the foreign key. */
  #addLinksTo(entity: EntityMetadata, referrer: Referrer, rows: readonly Entity[]): void {
    if (referrer.isChecked || this.deleting.isDeletedSoftly(entity)) return;
    this.#steps.push(() => this.deleting.removeLinksTo(referrer, rows));
  }

  async #addCascaded(entity: EntityMetadata, rows: readonly Entity[]): Promise<void> {
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
      throw referrer === undefined ? error : new EntityReferencedError(entity, referrer, { cause: error });
    }
  }

  #isFirstVisit(entity: EntityMetadata, row: Entity): boolean {
    const id = rowId(entity, row);
    if (this.#visited.has(id)) return false;
    this.#visited.add(id);
    return true;
  }
}

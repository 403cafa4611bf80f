import type { CollectionMetadata, EntityMetadata } from '../metadata';
import type { EntityStore, FieldValues, StoredRow } from '../persistence';
import { below, InvalidEntityError, type Violation } from '../values';
import { newElement, placementViolations, scopeViolations, withPlace, withValues } from './create-trees';
import { TooManyRemovalsError } from './errors';
import { linkViolations } from './link-elements';
import { mergePayloads } from './merge-values';
import { type MissingReference, missingReferences, type PayloadRow } from './missing-references';
import { childrenNamed, type LookedUpElements, linkedEntities } from './named-children';
import { OmittedChildren } from './omitted-children';
import {
  type ExistingChild,
  elementsOf,
  type PlacedChanges,
  type PlacedChild,
  type PlacedEntity,
} from './placed-changes';
import { singleElements } from './single-elements';
import { takenValues, type UniqueRow } from './unique-values';
import { treeViolations } from './update-rows';
import { verifyExpanded } from './verify-expanded';
import { verifyStored } from './verify-stored';
import type { WrittenValues } from './written-values';

/** What is known of a write that was rejected. */
export interface PassOptions {
  /** The violations that it was rejected for. */
  readonly known: readonly Violation[];
  readonly written: WrittenValues;
  /** Whether every foreign key of a column that may refer to several classes has to refer to a row. */
  readonly isStrict?: boolean;
  /** Whether the transaction has rows that the write has changed before it was rejected. */
  readonly isHalfWritten?: boolean;
  /** Whether the payload removes children, whose values others may take. */
  readonly isRemoving?: boolean;
}

/**
 * Compares payloads with the stored rows, level by level, with the checks of the write itself. Nothing is written.
 *
 * The number of statements depends on the classes and levels of the payloads, not on the number of elements.
 */
export class ViolationsPass {
  /** Those of the values, in the order of the levels. */
  readonly invalid: Violation[] = [];
  readonly references: MissingReference[] = [];
  /** Values of unique indexes that other rows have. */
  readonly taken: Violation[] = [];

  constructor(
    private readonly store: EntityStore,
    private readonly options: PassOptions,
  ) {}

  /** @throws ChangeDeniedError for the first change that the principal may not make */
  async stored(
    entity: EntityMetadata,
    payloads: readonly PlacedEntity[],
    collection?: CollectionMetadata,
  ): Promise<void> {
    if (payloads.length === 0) return;
    const { placed, violations } = mergePayloads(payloads);
    this.invalid.push(...violations);
    const rows = placed.map(({ path, changes: { values }, entity: row }): UniqueRow => {
      return { path, values, before: row.get() as FieldValues, entity: row };
    });
    const { isHalfWritten } = this.options;
    this.invalid.push(...verifyStored(isHalfWritten ? placed.map(placeAlone) : placed, collection));
    if (!isHalfWritten) {
      if (this.store.isTree(entity)) this.invalid.push(...(await treeViolations(this.store, entity, placed)));
      await this.#validate(entity, placed);
    }
    await this.#compare(entity, placed, rows, collection);
    for (const nested of entity.collections.values()) {
      const elements = placed.flatMap((one) => elementsOf(one, nested, one.entity));
      const replaced = placed.filter(({ changes }) => changes.replacing?.has(nested));
      if (elements.length > 0 || replaced.length > 0) await this.below(nested, elements, replaced);
    }
  }

  /**
   * The elements of stored parents.
   *
   * @param replaced the parents whose collection they replace
   */
  async below(
    collection: CollectionMetadata,
    elements: readonly PlacedChild[],
    replaced: readonly PlacedEntity[] = [],
  ): Promise<void> {
    const found = await this.#lookUp(collection, elements);
    this.invalid.push(...found.violations);
    if (found.violations.length === 0 && replaced.length > 0) await this.#omitted(collection, replaced, found);
    await this.stored(collection.target, found.named, collection);
    if (collection.kind === 'manyToMany') await this.#links(collection, found.named, false);
    await this.#freshBelow(collection, found.fresh);
  }

  /** New entities, without a parent or below new ones. */
  async fresh(
    entity: EntityMetadata,
    placed: readonly PlacedChanges[],
    collection?: CollectionMetadata,
  ): Promise<void> {
    if (placed.length === 0) return;
    const rows = placed.map(({ path, changes: { values } }) => ({ path, values }));
    await this.#compare(entity, placed, rows, collection);
    for (const nested of entity.collections.values()) {
      const elements = placed.flatMap((one) => elementsOf(one, nested, newParent(one)));
      if (elements.length === 0) continue;
      if (nested.kind !== 'manyToMany') {
        await this.#freshBelow(nested, elements);
        continue;
      }
      const found = await linkedEntities(this.store, nested, elements);
      this.invalid.push(...found.violations);
      await this.stored(nested.target, found.named, nested);
      await this.#links(nested, found.named, true);
      await this.#freshBelow(nested, found.fresh);
    }
  }

  async #freshBelow(collection: CollectionMetadata, elements: readonly PlacedChild[]): Promise<void> {
    const isLinking = collection.kind === 'manyToMany';
    const created = elements.map(newElement);
    const misplaced = isLinking ? scopeViolations : placementViolations;
    this.invalid.push(...created.flatMap((element) => misplaced(collection, element)));
    const placed = created.map((one) => (isLinking ? withValues(one, collection.scope) : withPlace(collection, one)));
    await this.fresh(collection.target, placed, isLinking ? undefined : collection);
  }

  async #lookUp(collection: CollectionMetadata, elements: readonly PlacedChild[]): Promise<LookedUpElements> {
    if (collection.kind === 'oneToOne') return singleElements(this.store, collection, elements);
    return (collection.kind === 'manyToMany' ? linkedEntities : childrenNamed)(this.store, collection, elements);
  }

  /** The rules of exposure for replaced collections; their limit counts only for a write that is valid. */
  async #omitted(
    collection: CollectionMetadata,
    replaced: readonly PlacedEntity[],
    found: LookedUpElements,
  ): Promise<void> {
    if (collection.kind === 'oneToOne' || this.options.isHalfWritten) return;
    try {
      await OmittedChildren.of(this.store, collection, replaced, found);
    } catch (error) {
      if (error instanceof InvalidEntityError) this.invalid.push(...error.violations);
      else if (!(error instanceof TooManyRemovalsError)) throw error;
    }
  }

  async #links(collection: CollectionMetadata, named: readonly ExistingChild[], areParentsNew: boolean): Promise<void> {
    if (collection.joinFields.size === 0 || this.options.isHalfWritten) return;
    this.invalid.push(...(await linkViolations(collection, named, areParentsNew)));
  }

  /** References, except for that to the parent, and values of unique indexes. */
  async #compare(
    entity: EntityMetadata,
    placed: readonly (PlacedChanges | PlacedEntity)[],
    rows: readonly UniqueRow[],
    collection?: CollectionMetadata,
  ): Promise<void> {
    const { written, isStrict, isHalfWritten, isRemoving } = this.options;
    const references = await missingReferences(this.store, entity, rows, {
      written,
      isStrict,
      except: collection?.foreignKey,
    });
    this.references.push(...references);
    const { differing, missing } = await verifyExpanded(this.store, entity, placed);
    const reported = new Set(references.map(({ error }) => JSON.stringify(error.path)));
    const isReported = (one: Violation) => reported.has(JSON.stringify(pathOfKey(entity, one)));
    this.invalid.push(...differing, ...missing.filter((one) => !isReported(one)));
    if (!isHalfWritten && !isRemoving) this.taken.push(...(await takenValues(this.store, entity, rows)));
  }

  /** The validators of the model, except for payloads with invalid fields, which validators may compare. */
  async #validate(entity: EntityMetadata, placed: readonly PlacedEntity[]): Promise<void> {
    const isInvalid = (path: PayloadRow['path']) =>
      this.options.known.some((known) => {
        const step = known.path[path.length];
        return path.every((one, index) => one === known.path[index]) && !entity.collections.has(String(step));
      });
    for (const { entity: row, changes, path } of placed) {
      if (isInvalid(path)) continue;
      this.invalid.push(...below(path, await this.store.changeViolations(entity, row, changes.values)));
    }
  }
}

/** A payload without what is compared with values that the write may have changed already. */
function placeAlone({ changes, ...placed }: PlacedEntity): PlacedEntity {
  return { ...placed, changes: { ...changes, expectations: [], violationsOf: undefined } };
}

/** The path of the foreign key beside an expanded reference. */
function pathOfKey({ references }: EntityMetadata, { path }: Violation): Violation['path'] {
  return [...path.slice(0, -1), references.get(String(path.at(-1)))?.foreignKey ?? ''];
}

/** A parent that is not stored yet: no value equals a key that it does not have. */
function newParent({ changes: { values } }: PlacedChanges): StoredRow {
  const get = (name?: string) => (name === undefined ? values : (values[name] ?? NO_KEY));
  return { get, set: () => undefined } as StoredRow;
}

const NO_KEY = Symbol('the key of a row that is not stored');

import type { AggregateMetadata, DomainClass } from '../../metadata';
import type { DomainModel, Entity, StoredRow } from '../models/domain-model';
import { InstanceStates } from './instance-states';
import { identifying, type PlacedRow, type RowSource, type WrittenEntry, WrittenRows } from './written-rows';

/** A root whose aggregate a unit of work has written. */
export interface TouchedRoot {
  readonly row: StoredRow;
  /** Whether the unit has inserted it, or incremented its version. */
  isIncremented: boolean;
  /** Whether the unit has inserted it. */
  readonly isNew: boolean;
}

/** How a root was touched. */
export type Touch = Partial<Pick<TouchedRoot, 'isIncremented' | 'isNew'>>;

/** The touched roots of one aggregate, by the text of their primary key. */
export interface TouchedAggregate {
  readonly aggregate: AggregateMetadata;
  readonly roots: Map<string, TouchedRoot>;
}

/**
 * What a unit of work has written and changed. Each savepoint has its own, which the unit around it takes over when the
 * savepoint is released; a rollback drops it.
 *
 * Roots are read before COMMIT, and instances after a rollback. Rows are noted for units whose rows are read, as those of
 * a preview.
 */
export class Journal {
  #instances?: InstanceStates;
  readonly #touched = new Map<DomainClass, TouchedAggregate>();
  readonly #rows: WrittenEntry[] = [];
  readonly #placed: PlacedRow[] = [];
  #held?: { readonly type: DomainClass; readonly row: Entity };

  /** @param enclosing that of the unit around a savepoint */
  constructor(private readonly enclosing?: Journal) {}

  /** The states of instances, and the stored values that code may change in place. */
  get instances(): InstanceStates {
    this.#instances ??= new InstanceStates(this.enclosing?.instances);
    return this.#instances;
  }

  /** Keeps a locked root for the writes that follow in the unit, and in its savepoints; undefined if it may have another key. */
  hold(type: DomainClass, row: Entity | undefined): void {
    this.#held = row && { type, row };
  }

  /** The root of a class that the unit, or one around it, holds. */
  heldOf(type: DomainClass): Entity | undefined {
    return this.#held?.type === type ? this.#held.row : this.enclosing?.heldOf(type);
  }

  /**
   * @param fields those that were written
   * @param isNew  whether the row was inserted, so that it has no earlier state
   */
  note(model: DomainModel, row: RowSource, fields: readonly string[] = [], isNew = false): void {
    // The row may be moved by a later write.
    const values = Object.fromEntries(identifying(model).map((name) => [name, row.get(name)]));
    this.#rows.push({ model, values, fields, isNew });
  }

  /** Notes the element of the payload that a row was written from. */
  place(model: DomainModel, row: RowSource, path: PlacedRow['path']): void {
    this.#placed.push({ model: model.name, key: String(row.get(model.primaryKeyAttribute)), path });
  }

  /** Whether all rows so far were inserted, and are of these models. */
  hasOnlyNew(models: ReadonlySet<string>): boolean {
    return this.#rows.every(({ model, isNew }) => isNew && models.has(model.name));
  }

  /** The rows so far. */
  get written(): WrittenRows {
    return new WrittenRows(this.#rows, this.#placed);
  }

  touch(
    aggregate: AggregateMetadata,
    rows: Iterable<StoredRow>,
    { isIncremented = false, isNew = false }: Touch = {},
  ): void {
    const { type, primaryKey } = aggregate.root;
    const { roots } = this.#touched.get(type) ?? this.#add(aggregate);
    for (const row of rows) {
      const key = String(row.get(primaryKey.name));
      const root = roots.get(key);
      if (root) root.isIncremented ||= isIncremented;
      else roots.set(key, { row, isIncremented, isNew });
    }
  }

  get touched(): Iterable<TouchedAggregate> {
    return this.#touched.values();
  }

  /** The touched roots of a class. */
  touchedOf(type: DomainClass): ReadonlyMap<string, TouchedRoot> | undefined {
    return this.#touched.get(type)?.roots;
  }

  takeOver(released: Journal): void {
    for (const { aggregate, roots } of released.touched) {
      for (const root of roots.values()) this.touch(aggregate, [root.row], root);
    }
    for (const row of released.#rows) this.#rows.push(row);
    for (const placed of released.#placed) this.#placed.push(placed);
  }

  #add(aggregate: AggregateMetadata): TouchedAggregate {
    const touched = { aggregate, roots: new Map<string, TouchedRoot>() };
    this.#touched.set(aggregate.root.type, touched);
    return touched;
  }
}

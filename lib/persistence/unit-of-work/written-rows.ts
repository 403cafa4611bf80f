import type { DomainModel } from '../models/domain-model';

/** The primary key and the foreign keys of a written row, by field. */
export type WrittenKey = Readonly<Record<string, unknown>>;

/** An element of a payload, and the row that was written from it. */
export interface PlacedRow {
  readonly model: string;
  readonly key: string;
  /** Domain names and indexes from the payload down to the element. */
  readonly path: readonly (string | number)[];
}

/** An instance, or the values of a row. */
export interface RowSource {
  get(name: string): unknown;
}

/** A row as it was written. */
export interface WrittenEntry {
  readonly model: DomainModel;
  readonly values: WrittenKey;
  /** The fields that were written. */
  readonly fields: readonly string[];
  /** Whether the row was inserted. */
  readonly isNew: boolean;
}

interface Named {
  readonly name: string;
}

/** The rows of a journal by their model, for those who read it. */
export class WrittenRows {
  /** By the name of the model, since a model without its default scope is another class. */
  readonly #rows = new Map<string, Map<string, WrittenKey>>();
  readonly #fields = new Map<string, Set<string>>();

  constructor(
    entries: readonly WrittenEntry[],
    readonly placed: readonly PlacedRow[],
  ) {
    for (const entry of entries) this.#add(entry);
  }

  #add({ model, values, fields }: WrittenEntry): void {
    const rows = this.#rows.get(model.name) ?? new Map<string, WrittenKey>();
    this.#rows.set(model.name, rows.set(JSON.stringify(Object.values(values).map(String)), values));
    const name = rowName(model, values[model.primaryKeyAttribute]);
    const written = this.#fields.get(name) ?? new Set();
    this.#fields.set(name, written);
    for (const field of fields) written.add(field);
  }

  /** Whether all rows are of one model. */
  areOnlyOf({ name }: Named): boolean {
    return this.#rows.size === 1 && this.#rows.has(name);
  }

  of({ name }: Named): readonly WrittenKey[] {
    return [...(this.#rows.get(name)?.values() ?? [])];
  }

  /** The primary keys of the rows of a model, each once. */
  keysOf(model: Named & Pick<DomainModel, 'primaryKeyAttribute'>): readonly unknown[] {
    const keys = this.of(model).map((values) => values[model.primaryKeyAttribute]);
    return [...new Map(keys.map((key) => [String(key), key])).values()];
  }

  /** Whether a field of a row was written, even with the same value. */
  hasField(model: Named, key: unknown, field: string): boolean {
    return this.#fields.get(rowName(model, key))?.has(field) === true;
  }
}

function rowName({ name }: Named, key: unknown): string {
  return `${name} ${String(key)}`;
}

/** The primary key and the foreign keys of a model. */
export function identifying(model: DomainModel): readonly string[] {
  const columns = Object.entries(model.getAttributes()) as [string, { readonly references?: unknown }][];
  const referring = columns.filter(([, { references }]) => references !== undefined).map(([name]) => name);
  return [...new Set([...model.primaryKeyAttributes, ...referring])];
}

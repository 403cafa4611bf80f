import type { EntityMetadata } from '../metadata';
import type { FieldValues } from '../persistence';
import type { Changes } from './changes';

/** The values that payloads write, by class. */
export class WrittenValues {
  /** Whether a payload may remove children, whose values others may take. */
  areRowsRemoved = false;
  readonly #rows = new Map<EntityMetadata, FieldValues[]>();
  /** By class and field. */
  readonly #texts = new Map<string, ReadonlySet<string>>();

  constructor(entity: EntityMetadata, payloads: readonly Changes[]) {
    for (const changes of payloads) this.#add(entity, changes);
  }

  /** Whether a payload writes a row with the value. */
  has(entity: EntityMetadata, field: string, value: unknown): boolean {
    const name = `${entity.name} ${field}`;
    const texts = this.#texts.get(name) ?? new Set((this.#rows.get(entity) ?? []).map((row) => String(row[field])));
    this.#texts.set(name, texts);
    return texts.has(String(value));
  }

  #add(entity: EntityMetadata, { values, children, asNew, replacing, removal }: Changes): void {
    if (replacing || removal) this.areRowsRemoved = true;
    const rows = this.#rows.get(entity) ?? [];
    rows.push(values);
    this.#rows.set(entity, rows);
    for (const [{ target }, elements] of children) for (const element of elements) this.#add(target, element);
    if (asNew) this.#add(entity, asNew.changes);
  }
}

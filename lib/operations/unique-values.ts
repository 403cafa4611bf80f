import type { EntityMetadata } from '../metadata';
import type { Entity, EntityKey, EntityStore, FieldValues, UniqueIndex } from '../persistence';
import { uniqueIndexesOf } from '../persistence';
import type { Violation } from '../values';
import type { PayloadRow } from './missing-references';

/** A row of a payload, and the entity that it updates. */
export interface UniqueRow extends PayloadRow {
  readonly entity?: Entity;
}

/** The values of a unique index as one text; undefined if they may occur several times, or are compared in other ways. */
export function indexText(index: UniqueIndex, values: FieldValues): string | undefined {
  const list = index.map((name) => values[name] ?? null);
  const isText = list.every((value) => ['string', 'number', 'bigint', 'boolean'].includes(typeof value));
  return isText ? JSON.stringify(list.map(String)) : undefined;
}

/** The values of a row after the write. */
export function valuesAfter({ values, before }: PayloadRow): FieldValues {
  return { ...before, ...values };
}

/**
 * The rows of a payload whose values in a unique index are those of another row, stored or in the payload: one query for
 * each unique index of a class. Values are compared as text, so that those which only the database takes for equal are
 * not found.
 *
 * A stored row whose own values the payload changes does not count.
 */
export async function takenValues(
  store: EntityStore,
  entity: EntityMetadata,
  rows: readonly UniqueRow[],
): Promise<readonly Violation[]> {
  const violations: Violation[] = [];
  for (const index of uniqueIndexesOf(entity)) {
    const written = rows.flatMap((row) => {
      const text = indexText(index, valuesAfter(row));
      return text !== undefined && text !== textBefore(index, row) ? [{ row, text }] : [];
    });
    if (written.length === 0) continue;
    const wanted = new Map(written.map(({ row, text }) => [text, pick(index, valuesAfter(row))]));
    const stored = await store.rowsWith(entity, index, [...wanted.values()]);
    const keyOf = (row: Entity) => String(row.get(entity.primaryKey.name));
    const leaving = new Set(written.flatMap(({ row }) => (row.entity ? keyOf(row.entity) : [])));
    const taken = new Set(
      stored.filter((row) => !leaving.has(keyOf(row))).map((row) => indexText(index, row.get() as FieldValues)),
    );
    const seen = new Set<string>();
    for (const { row, text } of written) {
      if (taken.has(text) || seen.has(text)) violations.push(violationOf(entity, index, row, taken.has(text)));
      seen.add(text);
    }
  }
  return violations;
}

function textBefore(index: UniqueIndex, { before }: PayloadRow): string | undefined {
  return before && indexText(index, before);
}

function pick(index: UniqueIndex, values: FieldValues): FieldValues {
  return Object.fromEntries(index.map((name) => [name, values[name] as EntityKey]));
}

/** Names no hidden fields. */
function violationOf(
  { name, fields }: EntityMetadata,
  index: UniqueIndex,
  { path, values }: PayloadRow,
  isStored: boolean,
): Violation {
  const visible = index.filter((field) => fields.get(field)!.access !== 'hidden');
  const sent = visible.findLast((field) => field in values);
  const others = visible.map((field) => fields.get(field)!.wireName).join(' and ') || 'values';
  const message = `${isStored ? `another ${name}` : 'another element of the payload'} has the same ${others}`;
  if (sent === undefined) return { path, message };
  const isShown = index.length === 1 && fields.get(sent)!.access !== 'writeOnly';
  return { path: [...path, sent], message, ...(isShown && { invalidValue: values[sent] }) };
}

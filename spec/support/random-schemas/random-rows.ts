import type { Random } from '../../../bench/fuzz/random';
import { ANY, type RandomColumn, type RandomReference, type RandomRow, type RandomTable } from './random-table';

type Cell = readonly [literal: string | undefined, json: unknown];
type Unfilled = Omit<RandomTable, 'rows'>;

/** Between no and three rows that keep all constraints of the table. */
export function randomRows(table: Unfilled, random: Random): readonly RandomRow[] {
  const count = random.integer(0, 3);
  return Array.from({ length: count }, (_, index) => rowAt(table, index, random)).filter((row) => row !== undefined);
}

/** Undefined if the table that it needs has no row for it. */
function rowAt(table: Unfilled, index: number, random: Random): RandomRow | undefined {
  const cells = new Map<string, Cell>();
  const isPair = table.key === 'pair' || table.key === 'unique pair';
  for (const reference of table.references) {
    const cell = referenceCell(reference, index, isPair || reference.isUnique, random);
    if (!cell) return undefined;
    cells.set(reference.column, cell);
  }
  if (table.key === 'generated') cells.set(table.keyColumns[0]!, [String(index + 1), index + 1]);
  if (table.key === 'text') cells.set(table.keyColumns[0]!, [`'k${index}'`, `k${index}`]);
  for (const column of table.columns) {
    const isKey = table.keyColumns.includes(column.name);
    cells.set(column.name, isKey ? keyCell(column, index) : cellOf(column, index, random));
  }
  const filled = [...cells].filter(([, [literal]]) => literal !== undefined);
  return {
    literals: Object.fromEntries(filled.map(([name, [literal]]) => [name, literal!])),
    values: Object.fromEntries([...cells].map(([name, [, json]]) => [name, json])),
  };
}

function keyCell({ type }: RandomColumn, index: number): Cell {
  return type.sql === 'INTEGER' ? [String(index + 1), index + 1] : [`'k${index}'`, `k${index}`];
}

function referenceCell(
  { target, isNullable }: RandomReference,
  index: number,
  isDistinct: boolean,
  random: Random,
): Cell | undefined {
  const row = isDistinct ? target.rows[index] : target.rows[random.integer(0, 2)];
  const key = target.keyColumns[0]!;
  if (row) return [row.literals[key]!, row.values[key]];
  return isNullable ? ['NULL', null] : undefined;
}

function cellOf({ type, isNullable, fallback, isUnique }: RandomColumn, index: number, random: Random): Cell {
  if (isUnique) return [`'u${index}'`, `u${index}`];
  // Dates that no calendar has read as null, which a response has for columns that may be null alone.
  const isShown = ([, json]: readonly [string, unknown]) => isNullable || json !== null;
  if (fallback && isShown(fallback) && random.chance(0.5)) return [undefined, shown(fallback[1])];
  if (isNullable && random.chance(0.4)) return ['NULL', null];
  const [literal, json] = random.pick(type.samples.filter(isShown));
  return [literal, shown(json)];
}

function shown(json: unknown): unknown {
  return json === undefined ? ANY : json;
}

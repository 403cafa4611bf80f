import { isPlainObject } from '../../../foundation';
import { BadRequestException } from '../exceptions';
import type { MediaType } from '../media-type';
import { checkKey } from '../plain-content';
import type { ContentShape, ContentStream, Serializer } from '../serializer';
import { readText } from '../text-content';
import { guarded, unguarded } from './csv-guard';
import { type CsvField, csvRecords } from './csv-records';

type Row = Readonly<Record<string, unknown>>;
type Cells = readonly CsvField[];

const ROW_END = '\r\n';

/**
 * CSV with a header row; a list has a row for each object, anything else is one row.
 *
 * Nested values are JSON text, an empty field is null, one that is empty in quotes is an empty text; text that a
 * spreadsheet would run gets an apostrophe in front of it, which reading takes away. All values are read as text.
 */
export class CsvSerializer implements Serializer {
  readonly holds: readonly ContentShape[] = ['list'];

  read(bytes: Buffer, mediaType: MediaType): unknown {
    const [header = [], ...records] = parseRecords(readText(bytes, mediaType));
    const names = header.map((name) => name ?? '');
    checkNames(names);
    return records.map((cells, index) => rowIn(cells, names, index + 1));
  }

  write(content: unknown): string {
    const rows = (Array.isArray(content) ? content : [content]).map(rowOf);
    const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
    return columns.length === 0 ? '' : record(columns) + rows.map((row) => recordOf(row, columns)).join('');
  }

  /** The first element decides the columns. */
  async *writeStream(elements: ContentStream): AsyncIterable<string> {
    let columns: string[] | undefined;
    for await (const element of elements) {
      const row = rowOf(element);
      const header = columns ? '' : record(Object.keys(row));
      columns ??= Object.keys(row);
      yield header + recordOf(row, columns);
    }
  }
}

/** A blank line is none, but where there is one column alone: there it is null. */
function parseRecords(text: string): readonly Cells[] {
  const records = parsed(text);
  const first = records.findIndex((cells) => !isBlank(cells));
  const [header, ...others] = first < 0 ? [] : records.slice(first);
  if (!header) return [];
  return [header, ...others.filter((cells) => header.length === 1 || !isBlank(cells))];
}

function parsed(text: string): readonly Cells[] {
  try {
    return csvRecords(text).map((cells) => cells.map((cell) => cell && unguarded(cell)));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new BadRequestException(`The body is not valid CSV: ${reason}.`, { cause });
  }
}

function isBlank(cells: Cells): boolean {
  return cells.length === 1 && cells[0] === null;
}

function checkNames(names: readonly string[]): void {
  const known = new Set<string>();
  for (const name of names) {
    checkKey(name);
    if (known.has(name)) throw new BadRequestException(`The column "${name}" occurs twice.`);
    known.add(name);
  }
}

function rowIn(cells: Cells, names: readonly string[], number: number): Row {
  if (cells.length !== names.length) {
    throw new BadRequestException(`The row ${number} has ${cells.length} fields: the header names ${names.length}.`);
  }
  return Object.fromEntries(names.map((name, index) => [name, cells[index]]));
}

/** A member that is undefined here has its column all the same, for the rows that have a value there. */
function rowOf(content: unknown): Row {
  const plain: unknown = JSON.parse(JSON.stringify(content) ?? 'null');
  if (!isPlainObject(plain)) return { value: plain };
  const names = isPlainObject(content) && typeof content.toJSON !== 'function' ? Object.keys(content) : [];
  return Object.fromEntries([...names, ...Object.keys(plain)].map((name) => [name, plain[name]]));
}

function recordOf(row: Row, columns: readonly string[]): string {
  return record(columns.map((column) => row[column]));
}

function record(values: readonly unknown[]): string {
  return values.map(cell).join(',') + ROW_END;
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = guarded(typeof value === 'object' ? JSON.stringify(value) : String(value));
  return text === '' || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

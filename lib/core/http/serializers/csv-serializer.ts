import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { BadRequestException } from '../exceptions';
import type { MediaType } from '../media-type';
import { checkKey } from '../plain-content';
import type { ContentStream, Serializer } from '../serializer';
import { readText } from '../text-content';

type Row = Readonly<Record<string, unknown>>;

/** What a spreadsheet would take for a formula; a number is none. */
const FORMULA = /^[=+\-@\t\r]/;
const NUMBER = /^[+-]?\d+(\.\d+)?$/;

/**
 * CSV with a header row; a list has a row for each object, anything else is one row.
 *
 * Nested values are JSON text, an empty field is null, and text that a spreadsheet would run gets an apostrophe in
 * front of it, which reading takes away. All values are read as text.
 */
export class CsvSerializer implements Serializer {
  read(bytes: Buffer, mediaType: MediaType): unknown {
    const [names = [], ...records] = parseRecords(readText(bytes, mediaType));
    checkNames(names);
    return records.map((cells) => Object.fromEntries(names.map((name, index) => [name, readCell(cells[index] ?? '')])));
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

function parseRecords(text: string): string[][] {
  try {
    return parse(text, { bom: true, skip_empty_lines: true });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new BadRequestException(`The body is not valid CSV: ${reason}.`, { cause });
  }
}

function checkNames(names: readonly string[]): void {
  const known = new Set<string>();
  for (const name of names) {
    checkKey(name);
    if (known.has(name)) throw new BadRequestException(`The column "${name}" occurs twice.`);
    known.add(name);
  }
}

function readCell(text: string): string | null {
  if (text === '') return null;
  return text.startsWith("'") && FORMULA.test(text.slice(1)) ? text.slice(1) : text;
}

function rowOf(content: unknown): Row {
  const plain: unknown = JSON.parse(JSON.stringify(content) ?? 'null');
  return typeof plain === 'object' && plain !== null && !Array.isArray(plain) ? (plain as Row) : { value: plain };
}

function recordOf(row: Row, columns: readonly string[]): string {
  return record(columns.map((column) => cell(row[column])));
}

function record(cells: readonly string[]): string {
  return stringify([cells.map(harmless)], { record_delimiter: '\r\n' });
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function harmless(text: string): string {
  return FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
}

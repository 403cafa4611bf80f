import { isPlainObject } from '../../../foundation';
import { checkKey } from '../check-content';
import { BadRequestException } from '../exceptions';
import type { MediaType } from '../media-type';
import type { ContentShape, ContentStream, Serializer } from '../serializer';
import { readText } from '../text-content';
import { escapeFormulas, unescapeFormulas } from './csv-formulas';
import { type CsvField, countRecords, csvRecords } from './csv-records';

type Row = Readonly<Record<string, unknown>>;
type Cells = readonly CsvField[];

const ROW_END = '\r\n';

/**
 * CSV with a header row: a row for each element of a list, one row for anything else.
 *
 * Nested values are JSON text. An empty field is null, `""` an empty text. Text that a spreadsheet would run as a formula
 * gets a leading apostrophe, which reading removes. All values are read as text.
 */
export class CsvSerializer implements Serializer {
  readonly shapes: readonly ContentShape[] = ['list'];

  read(bytes: Buffer, mediaType: MediaType): unknown {
    const [header = [], ...records] = unescapedRecords(readText(bytes, mediaType));
    const names = header.map((name) => name ?? '');
    checkNames(names);
    return records.map((cells, index) => rowIn(cells, names, index + 1));
  }

  /** @internal */
  countItems(bytes: Buffer, mediaType: MediaType): number {
    return countRecords(readText(bytes, mediaType)) - 1;
  }

  write(content: unknown): string {
    const rows = (Array.isArray(content) ? content : [content]).map(rowOf);
    const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
    return columns.length === 0 ? '' : record(columns) + rows.map((row) => recordOf(row, columns)).join('');
  }

  /** The columns are those of the first element. */
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

function unescapedRecords(text: string): readonly Cells[] {
  try {
    return csvRecords(text).map((cells) => cells.map((cell) => cell && unescapeFormulas(cell)));
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

function rowIn(cells: Cells, names: readonly string[], number: number): Row {
  if (cells.length !== names.length) {
    throw new BadRequestException(`The row ${number} has ${cells.length} fields: the header names ${names.length}.`);
  }
  return Object.fromEntries(names.map((name, index) => [name, cells[index]]));
}

/** Keeps the columns of undefined members, for other rows that have values there. */
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
  const text = escapeFormulas(typeof value === 'object' ? JSON.stringify(value) : String(value));
  return text === '' || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

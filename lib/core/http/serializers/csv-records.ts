/** A field; null if it is empty and not quoted. */
export type CsvField = string | null;

const QUOTE = '"';
/** The end of an unquoted field. */
const FIELD_END = /[,\r\n]/g;

/**
 * Parses the records of a CSV text, blank lines included; lines end with CRLF, LF or CR.
 *
 * @throws Error for misused quotes, naming the record
 * @see RFC 4180
 */
export function csvRecords(text: string): CsvField[][] {
  const records: CsvField[][] = [];
  let record: CsvField[] = [];
  for (let at = 0; at <= text.length; ) {
    const end = text[at] === QUOTE ? closingQuote(text, at, records.length) + 1 : fieldEnd(text, at);
    record.push(text[at] === QUOTE ? text.slice(at + 1, end - 1).replaceAll('""', QUOTE) : text.slice(at, end) || null);
    const separator = text[end];
    if (separator !== ',') {
      if (separator !== undefined || record.length > 1 || record[0] !== null) records.push(record);
      record = [];
    }
    at = end + (separator === '\r' && text[end + 1] === '\n' ? 2 : 1);
  }
  return records;
}

function fieldEnd(text: string, start: number): number {
  FIELD_END.lastIndex = start;
  return FIELD_END.exec(text)?.index ?? text.length;
}

function closingQuote(text: string, start: number, before: number): number {
  let at = text.indexOf(QUOTE, start + 1);
  while (at >= 0 && text[at + 1] === QUOTE) at = text.indexOf(QUOTE, at + 2);
  if (at < 0) throw new Error(`a quote in record ${before + 1} does not close`);
  const next = text[at + 1];
  if (next === undefined || next === ',' || next === '\r' || next === '\n') return at;
  throw new Error(`a quoted field in record ${before + 1} is followed by text`);
}

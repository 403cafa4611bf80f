/** A field; null if it is empty and not quoted. */
export type CsvField = string | null;

const QUOTE = '"';
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const QUOTE_CODE = 0x22;
const COMMA = 0x2c;

/**
 * Parses the records of a CSV text; lines end with CRLF, LF or CR. Blank lines are ignored, unless the first record has
 * only one field: then a blank line is a null.
 *
 * @throws Error for misused quotes, naming the record, with blank lines counted
 * @see RFC 4180
 */
export function csvRecords(text: string): CsvField[][] {
  const records: CsvField[][] = [];
  let record: CsvField[] = [];
  let blankLines = 0;
  for (let at = 0; at <= text.length; ) {
    if (record.length === 0 && isBlankLine(text, at) && records[0]?.length !== 1) {
      blankLines++;
      at = nextLine(text, at);
      continue;
    }
    const isQuoted = text[at] === QUOTE;
    const end = isQuoted ? closingQuote(text, at, records.length + blankLines) + 1 : endOfUnquoted(text, at);
    record.push(isQuoted ? text.slice(at + 1, end - 1).replaceAll('""', QUOTE) : text.slice(at, end) || null);
    const separator = text[end];
    if (separator !== ',') {
      if (separator !== undefined || record.length > 1 || record[0] !== null) records.push(record);
      record = [];
    }
    at = separator === ',' ? end + 1 : nextLine(text, end);
  }
  return records;
}

/** The number of records that {@link csvRecords} returns. The count of a text with misused quotes is not exact. */
export function countRecords(text: string): number {
  let count = 0;
  let keepsBlankLines = false;
  for (let at = 0; at < text.length; ) {
    const end = endOfRecord(text, at);
    if (end > at || keepsBlankLines) count++;
    if (count === 1 && end > at) keepsBlankLines = text[endOfField(text, at)] !== ',';
    at = nextLine(text, end);
  }
  return count;
}

function endOfRecord(text: string, start: number): number {
  let end = endOfField(text, start);
  while (text.charCodeAt(end) === COMMA) end = endOfField(text, end + 1);
  return end;
}

function endOfField(text: string, start: number): number {
  let at = start;
  if (text.charCodeAt(at) === QUOTE_CODE) {
    at = indexOfClosingQuote(text, at) + 1;
    if (at === 0) return text.length;
  }
  return endOfUnquoted(text, at);
}

function endOfUnquoted(text: string, start: number): number {
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === COMMA || code === LINE_FEED || code === CARRIAGE_RETURN) return at;
  }
  return text.length;
}

function isBlankLine(text: string, start: number): boolean {
  const code = text.charCodeAt(start);
  return code === LINE_FEED || code === CARRIAGE_RETURN;
}

/** @param end the position of a line break, or the end of the text */
function nextLine(text: string, end: number): number {
  const isPair = text.charCodeAt(end) === CARRIAGE_RETURN && text.charCodeAt(end + 1) === LINE_FEED;
  return end + (isPair ? 2 : 1);
}

/** @returns -1 if the quote does not close */
function indexOfClosingQuote(text: string, start: number): number {
  let at = text.indexOf(QUOTE, start + 1);
  while (at >= 0 && text[at + 1] === QUOTE) at = text.indexOf(QUOTE, at + 2);
  return at;
}

/** @throws Error if the quote does not close, or is followed by text */
function closingQuote(text: string, start: number, before: number): number {
  const at = indexOfClosingQuote(text, start);
  if (at < 0) throw new Error(`a quote in record ${before + 1} does not close`);
  const next = text[at + 1];
  if (next === undefined || next === ',' || next === '\r' || next === '\n') return at;
  throw new Error(`a quoted field in record ${before + 1} is followed by text`);
}

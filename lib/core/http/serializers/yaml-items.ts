import { endOfString } from '../json-scan';

const LINE_END = /[\r\n]/g;
const DOCUMENT_START = '---';
const LINE_BREAK = new Set([0x0a, 0x0d]);
const FLOW_TOKEN = /[[\]{},"'#\s:]|[^[\]{},"'#\s:]+/g;

/**
 * Counts the elements of the list that a YAML text is, without parsing it; 0 for anything else. The count of a malformed
 * text is not exact.
 */
export function countYamlElements(text: string): number {
  const line = firstLine(text);
  const isStart = text.startsWith(`${DOCUMENT_START} `, line);
  let at = isStart ? line + DOCUMENT_START.length : line;
  while (text[at] === ' ' || text[at] === '\t') at++;
  if (text[at] === '[') return countFlowElements(text, at + 1);
  const isBlock = text[at] === '-' && text.charAt(at + 1).trim() === '' && !isStart;
  return isBlock ? countBlockEntries(text, at, text.slice(line, at)) : 0;
}

/** The start of the first line that is neither blank, a comment, a directive nor only the start of the document. */
function firstLine(text: string): number {
  let start = 0;
  while (start < text.length) {
    const end = endOfLine(text, start);
    const line = text.slice(start, end).trim();
    if (line !== '' && line !== DOCUMENT_START && !line.startsWith('#') && !line.startsWith('%')) break;
    start = end + 1;
  }
  return start;
}

function endOfLine(text: string, start: number): number {
  LINE_END.lastIndex = start;
  return LINE_END.exec(text)?.index ?? text.length;
}

/** Nested content is indented further than the entries of its list. */
function countBlockEntries(text: string, start: number, indentation: string): number {
  const entry = `${indentation}-`;
  let count = 1;
  for (let at = start; at < text.length; at++) {
    if (!LINE_BREAK.has(text.charCodeAt(at)) || !text.startsWith(entry, at + 1)) continue;
    const next = text.charAt(at + 1 + entry.length);
    if (next.trim() === '') count++;
  }
  return count;
}

function countFlowElements(text: string, start: number): number {
  let count = 0;
  let level = 1;
  let isEmpty = true;
  // A quote within a plain scalar does not open a quoted one.
  let mayOpen = true;
  FLOW_TOKEN.lastIndex = start;
  for (let found = FLOW_TOKEN.exec(text); found && level > 0; found = FLOW_TOKEN.exec(text)) {
    const [token] = found;
    const before = text[found.index - 1]!;
    if (/\s/.test(token)) continue;
    if (token === '#' && /\s/.test(before)) {
      FLOW_TOKEN.lastIndex = endOfLine(text, found.index);
      continue;
    }
    if (mayOpen && (token === '"' || token === "'")) FLOW_TOKEN.lastIndex = endOfQuoted(text, found.index, token);
    mayOpen = '[]{},:'.includes(token) || (mayOpen && token === "'");
    if (token === ']' || token === '}') level--;
    else if (token === '[' || token === '{') level++;
    else if (token === ',' && level === 1) {
      count++;
      isEmpty = true;
      continue;
    }
    if (level > 0) isEmpty = false;
  }
  return isEmpty ? count : count + 1;
}

/** A single quote is doubled within its scalar, which reads as two scalars here; a double quote is escaped. */
function endOfQuoted(text: string, start: number, quote: string): number {
  if (quote === '"') return endOfString(text, start);
  const end = text.indexOf(quote, start + 1);
  return end < 0 ? text.length : end + 1;
}

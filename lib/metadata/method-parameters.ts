/** A parameter in the source of a method. */
export interface MethodParameter {
  /** Undefined for a destructured parameter: `{ amount, note }`. */
  readonly name?: string;
  readonly hasDefault: boolean;
}

const IDENTIFIER = /^([\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*)\s*(=?)/u;

/**
 * The parameters of a method, read from the text of its source.
 *
 * @returns undefined if they cannot be read: native code, an arrow function, a rest parameter
 */
export function methodParameters(method: (...args: never[]) => unknown): readonly MethodParameter[] | undefined {
  const source = Function.prototype.toString.call(method);
  const start = source.endsWith('[native code] }') ? -1 : listStart(source);
  if (start < 0) return undefined;
  const parameters = splitList(source, start).map(readParameter);
  return parameters.every((parameter) => parameter !== undefined) ? parameters : undefined;
}

function readParameter(text: string): MethodParameter | undefined {
  if (/^[{[]/.test(text)) return { hasDefault: false };
  const [, name, equals] = IDENTIFIER.exec(text) ?? [];
  return name === undefined ? undefined : { name, hasDefault: equals === '=' };
}

/** The index after the opening bracket of the list; the method name before it may be quoted or computed. */
function listStart(source: string): number {
  for (let at = 0; at < source.length; at = skip(source, at)) {
    if (source[at] === '(') return at + 1;
    if (source.startsWith('=>', at)) return -1;
  }
  return -1;
}

/** The items between top-level commas up to the closing bracket, without comments. */
function splitList(source: string, start: number): string[] {
  const parts = [''];
  for (let at = start; at < source.length && source[at] !== ')'; ) {
    const end = skip(source, at);
    if (source[at] === ',') parts.push('');
    else if (!isComment(source, at)) parts[parts.length - 1] += source.slice(at, end);
    at = end;
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

/** The index after the token at `at`: a string, a comment, a regular expression, a bracketed group, or one character. */
function skip(source: string, at: number): number {
  const char = source[at]!;
  if (char === "'" || char === '"') return skipUntil(source, at + 1, char);
  if (char === '`') return skipTemplate(source, at + 1);
  if (source.startsWith('//', at)) return endOf(source, '\n', at);
  if (source.startsWith('/*', at)) return endOf(source, '*/', at + 2);
  if (char === '/' && isRegExp(source, at)) return skipRegExp(source, at + 1);
  if ('([{'.includes(char)) return skipGroup(source, at + 1);
  return at + 1;
}

function skipUntil(source: string, start: number, quote: string): number {
  let at = start;
  while (at < source.length && source[at] !== quote) at += source[at] === '\\' ? 2 : 1;
  return at + 1;
}

function skipTemplate(source: string, start: number): number {
  let at = start;
  while (at < source.length && source[at] !== '`') {
    if (source.startsWith('${', at)) at = skipGroup(source, at + 2);
    else at += source[at] === '\\' ? 2 : 1;
  }
  return at + 1;
}

/** A slash inside square brackets does not end a regular expression. */
function skipRegExp(source: string, start: number): number {
  let at = start;
  while (at < source.length && source[at] !== '/') {
    if (source[at] === '[') at = skipUntil(source, at + 1, ']');
    else at += source[at] === '\\' ? 2 : 1;
  }
  return at + 1;
}

function skipGroup(source: string, start: number): number {
  let at = start;
  while (at < source.length && !')]}'.includes(source[at]!)) at = skip(source, at);
  return at + 1;
}

/** Whether a slash begins a regular expression: after a value it is a division. */
function isRegExp(source: string, at: number): boolean {
  const before = source.slice(0, at).trimEnd().at(-1) ?? '(';
  return '(,=:[!&|?{};+-*%~^<>'.includes(before);
}

function isComment(source: string, at: number): boolean {
  return source.startsWith('//', at) || source.startsWith('/*', at);
}

function endOf(source: string, mark: string, from: number): number {
  const found = source.indexOf(mark, from);
  return found < 0 ? source.length : found + mark.length;
}

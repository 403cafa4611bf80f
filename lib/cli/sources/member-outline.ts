import type { Decorator, TokenReader } from './token-reader';
import type { Token } from './tokens';

/** A member of a class. */
export interface OutlinedMember {
  /** As it is written: `items`, `'side notes'`, `#total`, `[Symbol.iterator]`. */
  readonly name: string;
  readonly kind: 'field' | 'method' | 'index';
  readonly modifiers: readonly string[];
  readonly decorators: readonly Decorator[];
  /** The position of its name. */
  readonly start: number;
  readonly end: number;
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

const MODIFIERS = words('public protected private static abstract override readonly declare async get set accessor');
/** The words and signs that a type follows. */
const BEFORE_TYPE = words(': | & => < , ? extends keyof readonly unique is asserts infer');
/** The words that need something after them, and those that continue a line before them. */
const UNFINISHED = words('extends keyof typeof new in instanceof as satisfies is infer unique await yield delete');
const CONTINUING = words('in instanceof extends is as satisfies');
/** The signs that may be the last one of a member. */
const LAST = words(') ] } > !');

/** Reads the members in the braces that the reader is at, and passes these. */
export function readMembers(reader: TokenReader): readonly OutlinedMember[] {
  const end = reader.closing;
  const members: OutlinedMember[] = [];
  reader.index++;
  while (reader.index < end) {
    const member = readMember(reader, end);
    if (member) members.push(member);
  }
  reader.index = end + 1;
  return members;
}

function readMember(reader: TokenReader, end: number): OutlinedMember | undefined {
  const [decorators, modifiers]: [Decorator[], string[]] = [[], []];
  while (reader.index < end && (reader.isAt('@') || isModifier(reader))) {
    if (reader.isAt('@')) decorators.push(reader.decorator());
    else {
      modifiers.push(reader.peek().text);
      reader.skip();
    }
  }
  if (reader.isAt('*')) reader.skip();
  // A semicolon, a block of `static`, or nothing that a member can begin with.
  if (reader.index >= end || !isName(reader.peek())) {
    if (reader.index < end) reader.skip();
    return undefined;
  }
  const { start } = reader.peek();
  const isIndex = reader.isAt('[') && reader.peek(2).text === ':';
  reader.skip();
  const name = reader.slice(start, reader.lastEnd);
  while (reader.isAt('?', '!')) reader.skip();
  const isMethod = reader.isAt('(', '<');
  if (isMethod) passMethod(reader, end);
  else passField(reader, end);
  const kind = isMethod ? 'method' : isIndex ? 'index' : 'field';
  return { name, kind, modifiers, decorators, start, end: reader.lastEnd };
}

/** A word such as `static` is a modifier in front of a name, and a name otherwise. */
function isModifier(reader: TokenReader): boolean {
  const next = reader.peek(1);
  if (!MODIFIERS.has(reader.peek().text) || reader.peek().kind !== 'word') return false;
  return !next.startsLine && (isName(next) || next.text === '*' || (next.text === '{' && reader.isAt('static')));
}

function isName({ kind, text }: Token): boolean {
  return kind === 'sign' ? text === '[' : kind !== 'pattern';
}

function passMethod(reader: TokenReader, end: number): void {
  while (reader.index < end && !reader.isAt(';')) {
    const isType = BEFORE_TYPE.has(reader.peek(-1).text);
    const isBody = reader.isAt('{') && !isType;
    if (isBody || !isEnded(reader, true)) reader.skip();
    else return;
    if (isBody) return;
  }
  if (reader.index < end) reader.skip();
}

function passField(reader: TokenReader, end: number): void {
  let isType = true;
  while (reader.index < end && !reader.isAt(';')) {
    if (isEnded(reader, isType)) return;
    if (reader.isAt('=')) isType = false;
    reader.skip();
  }
  if (reader.index < end) reader.skip();
}

/** Whether a member ends at a line break before the next token. */
function isEnded(reader: TokenReader, isType: boolean): boolean {
  const [last, next] = [reader.peek(-1), reader.peek()];
  if (!next.startsLine) return false;
  if (last.kind === 'word' ? UNFINISHED.has(last.text) : last.kind === 'sign' && !LAST.has(last.text)) return false;
  if (next.kind !== 'sign') return !CONTINUING.has(next.text) || next.kind !== 'word';
  return next.text === '@' || (isType && (next.text === '[' || next.text === '*'));
}

import { type OutlinedImport, readImport } from './import-outline';
import { type OutlinedMember, readMembers } from './member-outline';
import { type Decorator, TokenReader } from './token-reader';
import { tokensOf } from './tokens';

/** A class of a module. */
export interface ClassOutline {
  readonly name: string;
  /** The position of its name. */
  readonly start: number;
  /** `export`, `default`, `abstract`, `declare` */
  readonly modifiers: readonly string[];
  readonly decorators: readonly Decorator[];
  /** The name of the class that it extends. */
  readonly base?: string;
  readonly members: readonly OutlinedMember[];
  /** The positions after the bracket that opens its body, and before the one that closes it. */
  readonly body: { readonly start: number; readonly end: number };
}

/** The classes of a module, with their members, and its imports. */
export interface ModuleOutline {
  readonly classes: readonly ClassOutline[];
  readonly imports: readonly OutlinedImport[];
  /** Whether every bracket, text and comment ends. */
  readonly isComplete: boolean;
}

const MODIFIERS = ['export', 'default', 'abstract', 'declare'];

/**
 * Reads the named classes at the top level of a module, also of a compiled one (`let Order = class Order {`), without a
 * compiler: TypeScript 7 has no parser that other programs can use.
 */
export function moduleOutline(text: string): ModuleOutline {
  const tokens = tokensOf(text);
  const reader = new TokenReader(text, tokens);
  const classes: ClassOutline[] = [];
  const imports: OutlinedImport[] = [];
  while (!reader.isAtEnd) {
    if (reader.isAt('@', 'class', ...MODIFIERS)) classes.push(...readClass(reader));
    else if (reader.isAt('import')) imports.push(...readImport(reader));
    else reader.skip();
  }
  return { classes, imports, isComplete: tokens.isComplete };
}

/** Reads a class with its decorators and modifiers; passes the first tokens of something else, or a class without a name. */
function readClass(reader: TokenReader): readonly ClassOutline[] {
  const [decorators, modifiers]: [Decorator[], string[]] = [[], []];
  while (reader.isAt('@', ...MODIFIERS)) {
    if (reader.isAt('@')) decorators.push(reader.decorator());
    else {
      modifiers.push(reader.peek().text);
      reader.skip();
    }
  }
  if (!reader.isAt('class')) return [];
  reader.skip();
  if (reader.peek(-2).text === '.') return [];
  const { text: name, start, kind } = reader.peek();
  const isNamed = kind === 'word' && name !== 'extends' && name !== 'implements';
  if (isNamed) reader.skip();
  const base = readHeritage(reader);
  if (!reader.isAt('{')) return [];
  const bodyStart = reader.peek().end;
  const members = readMembers(reader);
  const body = { start: bodyStart, end: reader.peek(-1).start };
  return isNamed ? [{ name, start, modifiers, decorators, ...(base !== undefined && { base }), members, body }] : [];
}

/** Passes everything up to the body of a class. */
function readHeritage(reader: TokenReader): string | undefined {
  reader.skipTypeArguments();
  let base: string | undefined;
  if (reader.isAt('extends')) {
    reader.skip();
    const { start } = reader.peek();
    while (!reader.isAtEnd && !reader.isAt('<', '{', 'implements')) reader.skip();
    base = reader.slice(start, reader.lastEnd);
    reader.skipTypeArguments();
  }
  while (!reader.isAtEnd && !reader.isAt('{')) {
    if (reader.isAt('<')) reader.skipTypeArguments();
    else reader.skip();
  }
  return base;
}

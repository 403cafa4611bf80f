import type { TokenReader } from './token-reader';

/** An import with names in braces alone: `import { Column, type Ref } from './columns';`. */
export interface OutlinedImport {
  readonly start: number;
  readonly end: number;
  readonly module: string;
  /** As they are written: `type Ref`; empty for other forms of imports. */
  readonly names: readonly string[];
  readonly isTypeOnly: boolean;
}

/** Reads an import declaration; nothing for a call of `import()`, `import.meta`, or `import fs = require('fs')`. */
export function readImport(reader: TokenReader): readonly OutlinedImport[] {
  const { start } = reader.peek();
  reader.skip();
  if (reader.isAt('(', '.')) return [];
  const isTypeOnly = reader.isAt('type') && reader.peek(1).text !== 'from' && reader.peek(1).text !== ',';
  if (isTypeOnly) reader.skip();
  const names = reader.isAt('{') ? readNames(reader) : [];
  while (reader.peek().kind !== 'text') {
    if (reader.isAtEnd || reader.isAt(';', '=')) return [];
    reader.skip();
  }
  const module = reader.peek().text.slice(1, -1);
  reader.skip();
  if (reader.isAt('with', 'assert')) {
    reader.skip();
    reader.skip();
  }
  if (reader.isAt(';')) reader.skip();
  return [{ start, end: reader.lastEnd, module, names, isTypeOnly }];
}

function readNames(reader: TokenReader): readonly string[] {
  const end = reader.closing;
  const names: string[] = [];
  reader.index++;
  while (reader.index < end) {
    const { start } = reader.peek();
    while (reader.index < end && !reader.isAt(',')) reader.skip();
    if (reader.lastEnd > start) names.push(reader.slice(start, reader.lastEnd));
    reader.skip();
  }
  reader.index = end + 1;
  return names;
}

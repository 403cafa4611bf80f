/**
 * Whether a source contains a block of code: all of its lines in their order. The source may have further lines in
 * between, and may import more names, since pages show a file in stages.
 */
export function isExcerpt(block: string, source: string): boolean {
  const lines = source.split('\n');
  let next = 0;
  for (const line of block.trimEnd().split('\n')) {
    while (next < lines.length && !isShownBy(line, lines[next]!)) next++;
    if (next === lines.length) return false;
    next++;
  }
  return true;
}

function isShownBy(line: string, full: string): boolean {
  const [shown, whole] = [importOf(line), importOf(full)];
  if (!shown || !whole) return line === full;
  return shown.module === whole.module && shown.names.every((name) => whole.names.includes(name));
}

function importOf(line: string): { module: string; names: string[] } | undefined {
  const [, names, module] = /^import \{ (.*) \} from '(.*)';$/.exec(line) ?? [];
  return names === undefined || module === undefined ? undefined : { module, names: names.split(', ') };
}

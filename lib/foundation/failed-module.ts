import { isAbsolute, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** This package, other packages, and Node itself. */
const NOT_OF_PROJECT = [
  __dirname.split(sep).slice(0, -1).join(sep) + sep,
  `${sep}node_modules${sep}`,
  'node:',
  '<anonymous>',
];

/**
 * The module of a project in which an error arose while modules were loading: that which requires a missing module, which is
 * no JavaScript, or whose code threw.
 *
 * @returns undefined if the error does not show it
 */
export function failedModule(error: unknown): string | undefined {
  const { requireStack, stack = '' } = error as { readonly requireStack?: readonly string[]; readonly stack?: string };
  if (requireStack?.[0] !== undefined) return requireStack[0];
  const [first = '', ...lines] = stack.split('\n');
  // Node writes the place of a syntax error above its name: `/srv/shop/dist/order.js:3`.
  const place = first.slice(0, first.lastIndexOf(':'));
  if (isAbsolute(place)) return place;
  return lines.flatMap(fileOfFrame).find((file) => !NOT_OF_PROJECT.some((part) => file.includes(part)));
}

/** `    at read (/srv/shop/dist/order.js:3:7)` → `/srv/shop/dist/order.js` */
function fileOfFrame(line: string): string[] {
  const frame = line.trim();
  if (!frame.startsWith('at ')) return [];
  const start = frame.endsWith(')') ? frame.lastIndexOf('(') + 1 : 'at '.length;
  const file = frame.slice(start).split(':').slice(0, -2).join(':');
  return [file.startsWith('file://') ? fileURLToPath(file) : file];
}

import { MAX_LEVELS } from '../check-content';
import type { ItemShape } from '../item-shape';

interface OpenElement {
  readonly shape: ItemShape | undefined;
  /** Whether it is the value of a member. */
  readonly isMember: boolean;
  /** Undefined until its first child decides. */
  isList: boolean | undefined;
}

/** The ends of what is not an element, by its beginning. */
const SKIPPED: readonly (readonly [string, string])[] = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
];
const NAME_END = /[\s/>]/g;
const QUOTE_OR_END = /["'>]/g;
const LIST = /\stype=["']array["']/;

/**
 * Counts the items in an XML text without parsing it. An element whose first child is an `item` counts as a list. The count
 * of a malformed text is not exact.
 */
export function countXmlItems(text: string, shape: ItemShape): number {
  const open: OpenElement[] = [];
  let count = 0;
  for (let at = text.indexOf('<'); at >= 0 && open.length <= MAX_LEVELS; at = text.indexOf('<', at)) {
    const skipped = SKIPPED.find(([start]) => text.startsWith(start, at));
    if (skipped) {
      at = after(skipped[1], text, at);
      continue;
    }
    const end = endOfTag(text, at);
    if (text[at + 1] === '/') open.pop();
    else {
      const parent = open.at(-1);
      const name = nameAt(text, at + 1);
      count += parent ? itemsBegun(parent, name) : 0;
      const isList = LIST.test(text.slice(at, end)) || undefined;
      const isMember = parent !== undefined && !parent.isList;
      if (text[end - 2] !== '/') open.push({ shape: parent ? shapeOfChild(parent, name) : shape, isMember, isList });
    }
    at = end;
  }
  return count;
}

/** The items that become known with a child: itself in a list, or its parent with the first field. */
function itemsBegun(parent: OpenElement, name: string): number {
  const isFirst = parent.isList === undefined;
  parent.isList ??= name === 'item';
  if (parent.isList) return parent.shape?.elements ? 1 : 0;
  return isFirst && parent.isMember && parent.shape?.isItem ? 1 : 0;
}

function shapeOfChild({ shape, isList }: OpenElement, name: string): ItemShape | undefined {
  return isList ? shape?.elements : (shape?.members?.get(name) ?? shape?.others);
}

function after(end: string, text: string, start: number): number {
  const found = text.indexOf(end, start);
  return found < 0 ? text.length : found + end.length;
}

/** The position behind the tag; its attributes may contain any character but their quote. */
function endOfTag(text: string, start: number): number {
  let at = start;
  while (at < text.length) {
    QUOTE_OR_END.lastIndex = at;
    const found = QUOTE_OR_END.exec(text);
    if (!found) break;
    if (found[0] === '>') return QUOTE_OR_END.lastIndex;
    at = after(found[0], text, QUOTE_OR_END.lastIndex);
  }
  return text.length;
}

function nameAt(text: string, start: number): string {
  NAME_END.lastIndex = start;
  return text.slice(start, NAME_END.exec(text)?.index ?? text.length);
}

import { invalidParameter } from '../invalid-parameter';
import { splitNames } from '../split-names';

/** The dotted names of one parameter as a tree. */
export interface NameTree {
  /** Whether a name ends here; false where only longer names pass through. */
  readonly isNamed: boolean;
  readonly children: ReadonlyMap<string, NameTree>;
}

interface Draft extends NameTree {
  isNamed: boolean;
  readonly children: Map<string, Draft>;
}

/**
 * Parses the values of `include`, `exclude` or `expand`.
 *
 * @param values of a parameter that may be repeated, each a list with commas
 * @throws BadRequestException for an empty name
 */
export function parseNames(parameter: string, values: readonly string[]): NameTree {
  const root = emptyDraft();
  for (const name of splitNames(values)) {
    const segments = name.split('.');
    if (segments.includes('')) throw invalidParameter(parameter, emptyName(parameter, name));
    nodeAt(root, segments).isNamed = true;
  }
  return root;
}

function nodeAt(root: Draft, segments: readonly string[]): Draft {
  let node = root;
  for (const segment of segments) {
    const child = node.children.get(segment) ?? emptyDraft();
    node.children.set(segment, child);
    node = child;
  }
  return node;
}

function emptyDraft(): Draft {
  return { isNamed: false, children: new Map() };
}

function emptyName(parameter: string, name: string): string {
  const problem = name === '' ? 'has an empty name' : `names "${name}", which has an empty part`;
  return `The parameter "${parameter}" ${problem}: list names with commas between, such as "${parameter}=items.name".`;
}

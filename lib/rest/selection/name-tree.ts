import { invalidParameter } from '../invalid-parameter';

/** The dotted names of one parameter as a tree. */
export interface NameTree {
  /** Whether the name that ends here was given, not only longer ones. */
  readonly isNamed: boolean;
  readonly below: ReadonlyMap<string, NameTree>;
}

interface Draft extends NameTree {
  isNamed: boolean;
  readonly below: Map<string, Draft>;
}

/**
 * @param values of a parameter that may be repeated, each a list with commas
 * @throws BadRequestException that names the parameter, for an empty name
 */
export function parseNames(parameter: string, values: readonly string[]): NameTree {
  const root = emptyDraft();
  for (const name of values.flatMap((value) => value.split(','))) {
    const segments = name.trim().split('.');
    if (segments.includes('')) throw invalidParameter(parameter, emptyName(parameter, name));
    nodeAt(root, segments).isNamed = true;
  }
  return root;
}

function nodeAt(root: Draft, segments: readonly string[]): Draft {
  return segments.reduce((node, segment) => {
    const next = node.below.get(segment) ?? emptyDraft();
    node.below.set(segment, next);
    return next;
  }, root);
}

function emptyDraft(): Draft {
  return { isNamed: false, below: new Map() };
}

function emptyName(parameter: string, name: string): string {
  const culprit = name.trim() === '' ? 'has an empty name' : `names "${name}", which has an empty part`;
  return `The parameter "${parameter}" ${culprit}: list names with commas between, such as "${parameter}=items.name".`;
}

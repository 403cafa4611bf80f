import { checkKey, MAX_LEVELS, tooDeep } from '../check-content';
import { BadRequestException } from '../exceptions';

/** Names with brackets: `item[sku]`, `tags[]`, `lines[0][sku]`. */
const NESTED_NAME = /^[^[\]]+(?:\[[^[\]]*\])+$/;
const INDEX = /^(?:0|[1-9]\d{0,3})$/;

export function tooManyFields(maxFields: number): BadRequestException {
  return new BadRequestException(`The form has more than ${maxFields} fields.`);
}

/** The values of one name: plain values, elements (`[]`) or members (`[name]`). */
interface Node {
  readonly values: unknown[];
  readonly elements: Node[];
  readonly members: Map<string, Node>;
}

/**
 * Collects the fields of a form: a repeated name is a list, `item[sku]` a member of an object, `tags[]` an element of a
 * list, and so is `lines[0]` if all are numbered without gaps.
 */
export class FormFields {
  readonly #root = emptyNode();
  #count = 0;

  /** @param maxFields  400 for a form with more fields */
  constructor(private readonly maxFields: number) {}

  /** @throws BadRequestException for a name that could pollute a prototype, and for too many fields or levels */
  add(name: string, value: unknown): void {
    this.#count += 1;
    if (this.#count > this.maxFields) throw tooManyFields(this.maxFields);
    const path = NESTED_NAME.test(name) ? name.replaceAll(']', '').split('[') : [name];
    if (path.length > MAX_LEVELS) throw tooDeep();
    path.reduce(childAt, this.#root).values.push(value);
  }

  /** @throws BadRequestException for a name that is used both as a value and as an object or a list */
  get content(): Record<string, unknown> {
    return membersOf(this.#root, '');
  }
}

function childAt({ elements, members }: Node, step: string, index: number): Node {
  checkKey(step);
  const known = step === '' && index > 0 ? undefined : members.get(step);
  if (known) return known;
  const node = emptyNode();
  if (step === '' && index > 0) elements.push(node);
  else members.set(step, node);
  return node;
}

function emptyNode(): Node {
  return { values: [], elements: [], members: new Map() };
}

function membersOf({ members }: Node, path: string): Record<string, unknown> {
  return Object.fromEntries(
    [...members].map(([name, node]) => [name, contentOf(node, path ? `${path}[${name}]` : name)]),
  );
}

function contentOf(node: Node, path: string): unknown {
  const { values, elements, members } = node;
  if ([values, elements, [...members]].filter(({ length }) => length > 0).length > 1) {
    throw new BadRequestException(
      `The field "${path}" of the form is sent in two ways: as a value, a list or an object.`,
    );
  }
  if (values.length > 0) return values.length === 1 ? values[0] : values;
  if (elements.length > 0) return elements.map((element) => contentOf(element, `${path}[]`));
  const isList = [...members.keys()].every((name) => INDEX.test(name) && Number(name) < members.size);
  const content = membersOf(node, path);
  // Integer keys are in ascending order.
  return isList ? Object.values(content) : content;
}

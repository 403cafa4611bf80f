import type { CollectionMetadata, EntityMetadata, FieldMetadata } from '../../metadata';
import type { SearchStep } from '../../persistence';
import { isVisibleField } from '../selection/visible-fields';
import { isVisibleAssociation } from '../selection/walk';

/** A field that a search parameter leads to. */
export interface SearchTarget {
  readonly steps: readonly SearchStep[];
  readonly field: FieldMetadata;
}

/** Each step is a subquery. */
const MAX_STEPS = 10;

/** The names by which the entities of one list can be searched: `status`, `order_items.sku`, `orders.order_items.sku`. */
export class SearchNames {
  /** Without the prefix; classes that a name could come back to are left out, though such names work too. */
  readonly all: readonly string[];
  /** Those of them that need the prefix: the name alone is a parameter with a meaning of its own. */
  readonly prefixed: readonly string[];

  /**
   * @param prefix  the name of the resource or collection, which may stand before each name
   * @param taken   parameters with a meaning of their own: a field of such a name needs the prefix
   */
  constructor(
    private readonly entity: EntityMetadata,
    readonly prefix: string,
    private readonly taken: readonly string[],
    private readonly within?: CollectionMetadata,
  ) {
    const names = namesIn(entity, [], within);
    this.all = names.map((name) => (taken.includes(name) ? `${prefix}.${name}` : name));
    this.prefixed = this.all.filter((name) => !names.includes(name));
  }

  /** The old name of the collection, which may stand before each name too. */
  get formerPrefix(): string | undefined {
    return this.within?.renamed?.name;
  }

  /** Undefined for a name that leads to no searchable field. */
  resolve(name: string): SearchTarget | undefined {
    if (this.taken.includes(name)) return undefined;
    return targetOf(this.entity, this.unprefixed(name).split('.'), FOR_CLIENTS, this.within);
  }

  /** A name without the prefix, if it has it. */
  unprefixed(name: string): string {
    return name.startsWith(`${this.prefix}.`) ? name.slice(this.prefix.length + 1) : name;
  }
}

/** Where a name leads that has no column to be searched or sorted by. */
export function computedTarget(entity: EntityMetadata, name: string): SearchTarget | undefined {
  return targetOf(entity, name.split('.'), COMPUTED);
}

/** Where a name leads among all columns and associations, searchable or not, hidden or not. */
export function anyTarget(entity: EntityMetadata, name: string): SearchTarget | undefined {
  return targetOf(entity, name.split('.'), ALL);
}

/** What can be named of an entity. */
interface Vocabulary {
  readonly fieldsOf: (entity: EntityMetadata, within?: SearchStep) => readonly FieldMetadata[];
  readonly stepsFrom: (entity: EntityMetadata) => readonly SearchStep[];
}

const FOR_CLIENTS: Vocabulary = { fieldsOf: searchableFields, stepsFrom };

const COMPUTED: Vocabulary = {
  fieldsOf: ({ computed }) => [...computed.values()].filter((field) => isVisibleField(field)),
  stepsFrom,
};

const ALL: Vocabulary = {
  fieldsOf: ({ fields }) => [...fields.values()],
  stepsFrom: ({ references, collections }) => [...references.values(), ...collections.values()],
};

function targetOf(
  entity: EntityMetadata,
  words: readonly string[],
  { fieldsOf, stepsFrom }: Vocabulary,
  within?: CollectionMetadata,
): SearchTarget | undefined {
  if (words.length > MAX_STEPS + 1) return undefined;
  const steps: SearchStep[] = [];
  let at = entity;
  for (const word of words.slice(0, -1)) {
    const step = stepsFrom(at).find(({ wireName }) => wireName === word);
    if (!step) return undefined;
    steps.push(step);
    at = step.target;
  }
  const field = fieldsOf(at, steps.at(-1) ?? within).find(({ wireName }) => wireName === words.at(-1));
  return field && { steps, field };
}

/** @param within what leads to it: the join table of a collection may say more of it */
function searchableFields({ fields }: EntityMetadata, within?: SearchStep): FieldMetadata[] {
  const more = within && 'kind' in within ? [...within.joinFields.values()] : [];
  return [...fields.values(), ...more].filter(({ searchable }) => searchable !== undefined);
}

/** What a client cannot see it cannot search through. */
function stepsFrom({ references, collections }: EntityMetadata): SearchStep[] {
  return [...references.values(), ...collections.values()].filter(isVisibleAssociation);
}

/** Down the collections and one step along each reference; a class is not entered twice but from itself. */
function namesIn(entity: EntityMetadata, entered: readonly EntityMetadata[], within?: SearchStep): string[] {
  const steps = stepsFrom(entity).filter(({ target }) => !entered.includes(target));
  const beyond = steps.flatMap((step) => {
    const isLast = step.target === entity || !('kind' in step);
    const names = isLast ? ownNames(step.target, step) : namesIn(step.target, [...entered, entity], step);
    return names.map((name) => `${step.wireName}.${name}`);
  });
  return [...ownNames(entity, within), ...beyond];
}

function ownNames(entity: EntityMetadata, within?: SearchStep): string[] {
  return searchableFields(entity, within).map(({ wireName }) => wireName);
}

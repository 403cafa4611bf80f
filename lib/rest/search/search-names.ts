import type { CollectionMetadata, EntityMetadata, FieldMetadata, ReferenceMetadata } from '../../metadata';
import type { SearchStep } from '../../persistence';

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

  /**
   * @param prefix  the name of the resource or collection, which may stand before each name
   * @param taken   parameters with a meaning of their own: a field of such a name needs the prefix
   */
  constructor(
    private readonly entity: EntityMetadata,
    private readonly prefix: string,
    private readonly taken: readonly string[],
  ) {
    this.all = namesIn(entity, []).map((name) => (taken.includes(name) ? `${prefix}.${name}` : name));
  }

  /** Undefined for a name that leads to no searchable field. */
  resolve(name: string): SearchTarget | undefined {
    if (this.taken.includes(name)) return undefined;
    const words = name.split('.');
    const isPrefixed = words.length > 1 && words[0] === this.prefix;
    return targetOf(this.entity, isPrefixed ? words.slice(1) : words);
  }
}

function targetOf(entity: EntityMetadata, words: readonly string[]): SearchTarget | undefined {
  if (words.length > MAX_STEPS + 1) return undefined;
  const steps: SearchStep[] = [];
  let at = entity;
  for (const word of words.slice(0, -1)) {
    const step = stepsFrom(at).find(({ wireName }) => wireName === word);
    if (!step) return undefined;
    steps.push(step);
    at = step.target;
  }
  const field = searchableFields(at).find(({ wireName }) => wireName === words.at(-1));
  return field && { steps, field };
}

function searchableFields({ fields }: EntityMetadata): FieldMetadata[] {
  return [...fields.values()].filter(({ searchable }) => searchable !== undefined);
}

/** What a client cannot see it cannot search through. */
function stepsFrom(entity: EntityMetadata): SearchStep[] {
  return [...collectionsOf(entity), ...referencesOf(entity)];
}

function collectionsOf({ collections }: EntityMetadata): CollectionMetadata[] {
  return [...collections.values()].filter(({ isHidden, exposure }) => !isHidden && exposure.read);
}

function referencesOf({ references }: EntityMetadata): ReferenceMetadata[] {
  return [...references.values()].filter(({ isHidden }) => !isHidden);
}

function namesIn(entity: EntityMetadata, entered: readonly EntityMetadata[]): string[] {
  const passed = [...entered, entity];
  const isNew = ({ target }: SearchStep) => !passed.includes(target);
  return [
    ...searchableFields(entity).map(({ wireName }) => wireName),
    ...referencesOf(entity)
      .filter(isNew)
      .flatMap(({ wireName, target }) => searchableFields(target).map((field) => `${wireName}.${field.wireName}`)),
    ...collectionsOf(entity)
      .filter(isNew)
      .flatMap(({ wireName, target }) => namesIn(target, passed).map((name) => `${wireName}.${name}`)),
  ];
}

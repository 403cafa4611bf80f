import type { CollectionMetadata, EntityMetadata } from '../../metadata';
import type { SearchStep } from '../../persistence';
import { type SearchTarget, searchableFields, searchableTarget, visibleAssociations } from './search-target';

/** The names by which the entities of one list can be searched: `status`, `order_items.sku`, `orders.order_items.sku`. */
export class SearchNames {
  /**
   * The names for documentation: without the prefix, except where a field needs it. A path that enters a class twice
   * is not among them, although it can be searched.
   */
  readonly all: readonly string[];
  /** Those that need the prefix, since the name alone is a reserved parameter. */
  readonly prefixed: readonly string[];

  /**
   * @param prefix    the name of the resource or collection, which may precede each name
   * @param reserved  parameters with a meaning of their own: a field of such a name needs the prefix
   * @param within    the collection that is searched
   */
  constructor(
    private readonly entity: EntityMetadata,
    readonly prefix: string,
    private readonly reserved: readonly string[],
    private readonly within?: CollectionMetadata,
  ) {
    const names = searchableNames(entity, [], within);
    this.all = names.map((name) => this.addressed(name));
    this.prefixed = names.filter((name) => this.isReserved(name)).map((name) => this.addressed(name));
  }

  /** The old name of the collection, which may precede each name too. */
  get formerPrefix(): string | undefined {
    return this.within?.renamed?.name;
  }

  /** Whether a parameter has a meaning of its own: a field of such a name needs the prefix. */
  isReserved(parameter: string): boolean {
    return this.reserved.includes(parameter);
  }

  /** The name with the prefix if it needs that: `comments.comments.text`, since `comments.text` has the prefix already. */
  addressed(name: string): string {
    const needsPrefix = this.isReserved(name) || this.unprefixed(name) !== name;
    return needsPrefix ? `${this.prefix}.${name}` : name;
  }

  /** The field that a name leads to; undefined where it is not searchable. */
  resolve(name: string): SearchTarget | undefined {
    if (this.reserved.includes(name)) return undefined;
    return searchableTarget(this.entity, this.unprefixed(name), this.within);
  }

  /** The name without the prefix, if it has one. */
  unprefixed(name: string): string {
    return name.startsWith(`${this.prefix}.`) ? name.slice(this.prefix.length + 1) : name;
  }
}

/**
 * The searchable names of a class: its own fields, down its collections at every depth, and one step along references.
 *
 * @param entered the classes on the path so far, which are not entered again; a self-association is followed once
 */
function searchableNames(entity: EntityMetadata, entered: readonly EntityMetadata[], within?: SearchStep): string[] {
  const names = ownNames(entity, within);
  for (const step of visibleAssociations(entity)) {
    const { target, wireName } = step;
    if (entered.includes(target)) continue;
    const isLastStep = target === entity || !('kind' in step);
    const below = isLastStep ? ownNames(target, step) : searchableNames(target, [...entered, entity], step);
    for (const name of below) names.push(`${wireName}.${name}`);
  }
  return names;
}

function ownNames(entity: EntityMetadata, within?: SearchStep): string[] {
  return searchableFields(entity, within).map(({ wireName }) => wireName);
}

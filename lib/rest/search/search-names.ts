import type { CollectionMetadata, EntityMetadata } from '../../metadata';
import type { SearchStep } from '../../persistence';
import { mayFollow, tablesOfStep } from './search-reach';
import { type SearchTarget, searchableFields, searchableTarget, visibleAssociations } from './search-target';

interface SearchNameOptions {
  /** The collection that is searched. */
  readonly within?: CollectionMetadata;
  readonly maxTables?: number;
}

/** The names by which the entities of one list can be searched: `status`, `order_items.sku`, `orders.order_items.sku`. */
export class SearchNames {
  /**
   * The names for documentation: without the prefix, except where a field needs it. A path that enters a class twice
   * is not among them, although it can be searched.
   */
  readonly all: readonly string[];
  /** Those that need the prefix, since the name alone is a reserved parameter. */
  readonly prefixed: readonly string[];

  /** The largest number of tables that the conditions of one query may read. */
  readonly maxTables: number;
  readonly #within?: CollectionMetadata;

  /**
   * @param prefix    the name of the resource or collection, which may precede each name
   * @param reserved  parameters with a meaning of their own: a field of such a name needs the prefix
   */
  constructor(
    private readonly entity: EntityMetadata,
    readonly prefix: string,
    private readonly reserved: readonly string[],
    { within, maxTables = Number.POSITIVE_INFINITY }: SearchNameOptions = {},
  ) {
    this.#within = within;
    this.maxTables = maxTables;
    const names = searchableNames(entity, [], maxTables - 1, within);
    this.all = names.map((name) => this.addressed(name));
    this.prefixed = names.filter((name) => this.isReserved(name)).map((name) => this.addressed(name));
  }

  /** The old name of the collection, which may precede each name too. */
  get formerPrefix(): string | undefined {
    return this.#within?.renamed?.name;
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

  /** The field that a name leads to, also on a path that a search may not follow; undefined where it is not searchable. */
  resolve(name: string): SearchTarget | undefined {
    if (this.reserved.includes(name)) return undefined;
    return searchableTarget(this.entity, this.unprefixed(name), this.#within);
  }

  /** The name without the prefix, if it has one. */
  unprefixed(name: string): string {
    return name.startsWith(`${this.prefix}.`) ? name.slice(this.prefix.length + 1) : name;
  }
}

/**
 * The searchable names of a class: its own fields, down its collections at every depth, and one step along references.
 *
 * @param path   the associations that lead to the class; a class is entered once, a self-association followed once
 * @param tables the number of tables that the path may still read
 */
function searchableNames(
  entity: EntityMetadata,
  path: readonly SearchStep[],
  tables: number,
  within: SearchStep | undefined = path.at(-1),
): string[] {
  const names = ownNames(entity, within);
  for (const step of visibleAssociations(entity)) {
    const { target, wireName } = step;
    const left = tables - tablesOfStep(step);
    if (left < 0 || path.some(({ owner }) => owner === target) || !mayFollow(path, step)) continue;
    const isLastStep = target === entity || !('kind' in step);
    const below = isLastStep ? ownNames(target, step) : searchableNames(target, [...path, step], left);
    for (const name of below) names.push(`${wireName}.${name}`);
  }
  return names;
}

function ownNames(entity: EntityMetadata, within?: SearchStep): string[] {
  return searchableFields(entity, within).map(({ wireName }) => wireName);
}

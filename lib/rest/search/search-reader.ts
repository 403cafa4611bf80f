import type { CollectionMetadata, EntityMetadata } from '../../metadata';
import type { Criteria, Page, Search, SortKey } from '../../persistence';
import type { SecureEntry } from '../../security';
import type { Access } from '../access/access';
import { readingThrough } from '../access/reading';
import type { SearchSection } from '../aggregate-configuration';
import { invalidParameter, quoted } from '../invalid-parameter';
import { AFTER } from './cursors';
import { fieldNameOf } from './parameter-name';
import { ALTERNATIVES } from './read-alternatives';
import { type Query, readCriteria } from './read-criteria';
import { readDeleted } from './read-deleted';
import { readPage, readPageSize, uncountedPage, verifyCount } from './read-page';
import { type CursorSlice, readSlice } from './read-slice';
import { readSort } from './read-sort';
import { rejectComputedField } from './reject-computed-field';
import { PRESENTATION_PARAMETERS, type ReservedParameters, reservedParameters } from './reserved-parameters';
import { SearchNames } from './search-names';
import { unsearchableName } from './unsearchable-name';

/** The query of a list, without its selection. */
export interface ListQuery extends Search {
  /** The page by number, if one is requested. */
  readonly page?: Page;
  /** The page by cursor, if one is requested. */
  readonly slice?: CursorSlice;
}

/** The conditions of a read by key, and whether it finds soft-deleted entities. */
type KeyedSearch = Pick<Search, 'criteria' | 'deleted'>;

const EVERYTHING: KeyedSearch = { criteria: undefined, deleted: undefined };

interface SearchOptions {
  /** The permissions to delete, where deleted entities can be read. */
  readonly deleting?: readonly SecureEntry[];
  /** The collection that is read, whose join table may have fields of its own. */
  readonly within?: CollectionMetadata;
}

/** Reads the search, sort and page parameters of one root or collection. */
export class SearchReader {
  readonly names: SearchNames;
  readonly #reserved: ReservedParameters;
  readonly #deleting?: readonly SecureEntry[];
  readonly #within?: CollectionMetadata;

  /** @param prefix the name of the resource or collection, which may precede the name of a field */
  constructor(
    private readonly entity: EntityMetadata,
    prefix: string,
    private readonly section: SearchSection,
    { deleting, within }: SearchOptions = {},
  ) {
    this.#deleting = deleting;
    this.#within = within;
    this.#reserved = reservedParameters(deleting !== undefined);
    this.names = new SearchNames(entity, prefix, this.#reserved.all, { within, maxTables: section.maxTables });
  }

  /** Whether reads take the parameter `deleted`. */
  get takesDeleted(): boolean {
    return this.#deleting !== undefined;
  }

  /** The parameters of a list for documentation, without operators. */
  get listParameters(): readonly string[] {
    return [...withAlternatives(this.names.all), ...this.#reserved.ofLists];
  }

  /** The parameters of a read by key for documentation, without operators. */
  get readParameters(): readonly string[] {
    return [...withAlternatives(this.names.all), ...this.#reserved.ofReads];
  }

  /** @throws BadRequestException naming parameter and value */
  list(query: Query, access: Access): ListQuery {
    if (Object.keys(query).length === 0) return EVERYTHING;
    const deleted = this.#deleting && readDeleted(query, this.#deleting, access);
    const criteria = this.#criteria(query, this.#reserved.ofLists, access);
    const sort =
      query.sort &&
      readSort(this.entity, query.sort, access, { withDeleted: deleted !== undefined, within: this.#within });
    if (query[AFTER] === undefined) return { criteria, sort, deleted, page: this.#page(query) };
    return { criteria, sort, deleted, slice: this.#slice(query, sort, access) };
  }

  /**
   * The search of a read by key.
   *
   * @throws BadRequestException naming parameter and value
   * @throws UnauthorizedException, ForbiddenException for `deleted` in a request that may not delete
   */
  read(query: Query, access: Access): KeyedSearch {
    if (Object.keys(query).length === 0) return EVERYTHING;
    const deleted = this.#deleting && readDeleted(query, this.#deleting, access);
    return { deleted, criteria: this.#criteria(query, this.#reserved.ofReads, access) };
  }

  /** The conditions of a read of a single child. @throws BadRequestException naming parameter and value */
  readSingle(query: Query, access: Access): Criteria | undefined {
    return this.#criteria(query, this.#reserved.ofReads, access);
  }

  /**
   * Rejects all parameters of a write, or of a read of a large value: an ignored condition would concern more entities
   * than the client meant.
   *
   * @throws BadRequestException
   */
  rejectParameters(query: Query, isWrite = true): void {
    for (const parameter of Object.keys(query)) {
      if (this.#isReadParameter(parameter)) {
        const reason = isWrite ? 'is for reads: leave it out of a write' : 'is not for large values: leave it out';
        throw invalidParameter(parameter, `${quoted(parameter)} ${reason}.`);
      }
      if (this.section.unknownParameters === 'ignore') continue;
      const route = isWrite ? 'a write' : 'a large value';
      throw invalidParameter(parameter, `Unknown parameter ${quoted(parameter)}: ${route} takes none.`);
    }
  }

  #isReadParameter(parameter: string): boolean {
    return this.#reserved.all.includes(parameter) || this.names.resolve(fieldNameOf(parameter)) !== undefined;
  }

  #criteria(query: Query, reserved: readonly string[], access: Access): Criteria | undefined {
    const parameters = searchParametersOf(query, reserved);
    if (parameters.length === 0 && query[ALTERNATIVES] === undefined) return undefined;
    const { criteria, unknown } = readCriteria(query, parameters, this.names, access);
    const [firstUnknown] = unknown;
    if (firstUnknown === undefined || this.section.unknownParameters === 'ignore') return criteria;
    const name = this.names.unprefixed(fieldNameOf(firstUnknown));
    rejectComputedField(this.entity, name, firstUnknown, access);
    const problem = unsearchableName(firstUnknown, name, this.entity, access, this.#within);
    const known = [...withAlternatives(this.#readableNames(access)), ...reserved].join(', ');
    throw invalidParameter(firstUnknown, `${problem}. Known parameters: ${known}.`);
  }

  #page(query: Query): Page | undefined {
    const page = readPage(singleValue(query, 'page'), singleValue(query, 'per_page'), this.section);
    return query.count === undefined ? page : uncountedPage(page, singleValue(query, 'count')!, this.names.prefixed);
  }

  #slice(query: Query, sort: readonly SortKey[] | undefined, access: Access): CursorSlice {
    if (query.page)
      throw invalidParameter('page', 'page and after cannot be combined: pages have a number, or a cursor.');
    if (query.count) verifyCount(singleValue(query, 'count')!, this.names.prefixed);
    const size = readPageSize(singleValue(query, 'per_page'), this.section);
    const cursor = singleValue(query, AFTER)!;
    return readSlice(cursor, { entity: this.entity, sort, size, search: this.#searchIn(query) }, access);
  }

  /** The parameters that decide which entities a list has, and in which order: a cursor is valid for these alone. */
  #searchIn(query: Query): unknown {
    const parameters = Object.keys(query).filter((name) => {
      return !PRESENTATION_PARAMETERS.includes(name) && this.#isReadParameter(name);
    });
    return [this.entity.name, this.names.prefix, parameters.sort().map((name) => [name, query[name]])];
  }

  #readableNames(access: Access): readonly string[] {
    return this.names.all.filter((name) => {
      const target = this.names.resolve(name);
      return !target || access.permits(readingThrough(target.steps, target.field));
    });
  }
}

const NONE: readonly string[] = [];

/** Adds `or`, unless nothing can be searched. */
function withAlternatives(names: readonly string[]): readonly string[] {
  return names.length > 0 ? [...names, ALTERNATIVES] : names;
}

/** The parameters that are expected to name fields: all but the reserved ones and `or`. */
function searchParametersOf(query: Query, reserved: readonly string[]): readonly string[] {
  const parameters = Object.keys(query);
  if (parameters.length === 0) return NONE;
  return parameters.filter((name) => name !== ALTERNATIVES && !reserved.includes(name));
}

function singleValue(query: Query, parameter: string): string | undefined {
  const [value, ...others] = query[parameter] ?? [];
  if (others.length > 0)
    throw invalidParameter(parameter, `${parameter} is given ${others.length + 1} times: give it once.`);
  return value;
}

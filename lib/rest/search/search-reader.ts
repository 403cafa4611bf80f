import type { CollectionMetadata, EntityMetadata } from '../../metadata';
import type { Criteria, DeletedRows, Page, Search, SortKey } from '../../persistence';
import type { SecureEntry } from '../../security';
import type { Access } from '../access/access';
import { readingThrough } from '../access/reading';
import type { SearchSection } from '../aggregate-configuration';
import { invalidParameter, quoted } from '../invalid-parameter';
import { SELECTION_PARAMETERS } from '../selection/read-selection';
import { AFTER } from './cursors';
import { readPage, readSize, readSort, uncounted, verifyCount } from './list-parameters';
import { fieldNameOf } from './parameter-name';
import { ALTERNATIVES } from './read-alternatives';
import { type Query, readCriteria } from './read-criteria';
import { DELETED, readDeleted } from './read-deleted';
import { type CursorSlice, readSlice } from './read-slice';
import { refuseComputed } from './refuse-computed';
import { SearchNames } from './search-names';

/** Parameters that others read. */
const reservedParameters: readonly string[] = SELECTION_PARAMETERS;

const LIST_PARAMETERS = ['sort', 'page', 'per_page', 'count', AFTER];

/** Parameters of all reads that are no search. */
const READ_PARAMETERS: readonly string[] = [ALTERNATIVES, ...reservedParameters, ...LIST_PARAMETERS];

/** They say what is shown of the entities, and of how many at once. */
const NOT_OF_SEARCH: readonly string[] = [...reservedParameters, 'page', 'per_page', 'count', AFTER];

/** What the query of a list asks for. */
export interface ListQuery extends Search {
  /** Undefined when no page is asked for by its number. */
  readonly page?: Page;
  /** Undefined when no page is asked for by a cursor. */
  readonly slice?: CursorSlice;
}

/** What queries may ask for besides the fields of a class. */
interface Sought {
  /** What it takes to delete, where what was deleted can be asked for. */
  readonly deleting?: readonly SecureEntry[];
  /** The collection that is read, whose join table may say more of its elements. */
  readonly within?: CollectionMetadata;
}

/** Reads the queries of one root or collection. */
export class SearchReader {
  readonly names: SearchNames;
  /** Parameters of lists, and of all reads, that are no search. */
  readonly #ofLists: readonly string[];
  readonly #ofReads: readonly string[];
  /** All of them: a field of such a name needs the prefix. */
  readonly #taken: readonly string[];
  readonly #deleting?: readonly SecureEntry[];
  readonly #within?: CollectionMetadata;

  /** @param prefix the name of the resource or collection, which may stand before the name of a field */
  constructor(
    private readonly entity: EntityMetadata,
    prefix: string,
    private readonly section: SearchSection,
    { deleting, within }: Sought = {},
  ) {
    this.#deleting = deleting;
    this.#within = within;
    this.#ofReads = deleting ? [...reservedParameters, DELETED] : reservedParameters;
    this.#ofLists = [...LIST_PARAMETERS, ...this.#ofReads];
    this.#taken = deleting ? [...READ_PARAMETERS, DELETED] : READ_PARAMETERS;
    this.names = new SearchNames(entity, prefix, this.#taken, within);
  }

  /** Whether entities can be asked for that were deleted softly. */
  get takesDeleted(): boolean {
    return this.#deleting !== undefined;
  }

  /** What a list knows, without operators. */
  get listParameters(): readonly string[] {
    return [...this.readParameters, ...LIST_PARAMETERS];
  }

  /** What a fetch knows, without operators. */
  get readParameters(): readonly string[] {
    const names = withAlternatives(this.names.all);
    return this.takesDeleted ? [...names, DELETED] : names;
  }

  /** @throws BadRequestException naming parameter and value */
  list(query: Query, access: Access): ListQuery {
    const deleted = this.#deleting && this.deleted(query, access);
    const criteria = this.#criteria(query, this.#ofLists, access);
    const sort =
      query.sort &&
      readSort(this.entity, query.sort, access, { withDeleted: deleted !== undefined, within: this.#within });
    if (query[AFTER] === undefined) return { criteria, sort, deleted, page: this.#page(query) };
    return { criteria, sort, deleted, slice: this.#slice(query, sort, access) };
  }

  /** @throws BadRequestException; UnauthorizedException, ForbiddenException for one who may not delete */
  deleted(query: Query, access: Access): DeletedRows | undefined {
    return this.#deleting && readDeleted(query, this.#deleting, access);
  }

  /** @throws BadRequestException naming parameter and value */
  read(query: Query, access: Access): Criteria | undefined {
    return this.#criteria(query, this.#ofReads, access);
  }

  /** @throws BadRequestException for the parameters of a write, which takes none */
  rejectParameters(query: Query): void {
    for (const parameter of Object.keys(query)) {
      const isOfReads = this.#taken.includes(parameter) || this.names.resolve(fieldNameOf(parameter));
      if (isOfReads) throw invalidParameter(parameter, `${quoted(parameter)} is for reads: leave it out of a write.`);
      if (this.section.unknownParameters === 'ignore') continue;
      throw invalidParameter(parameter, `Unknown parameter ${quoted(parameter)}: a write takes none.`);
    }
  }

  #criteria(query: Query, passed: readonly string[], access: Access): Criteria | undefined {
    const parameters = namesIn(query, passed);
    if (parameters.length === 0 && query[ALTERNATIVES] === undefined) return undefined;
    const { criteria, unknown } = readCriteria(query, parameters, this.names, access);
    const [first] = unknown;
    if (first === undefined || this.section.unknownParameters === 'ignore') return criteria;
    refuseComputed(this.entity, this.names.unprefixed(fieldNameOf(first)), first, access);
    const known = [...withAlternatives(this.#readableNames(access)), ...passed].join(', ');
    throw invalidParameter(first, `Unknown parameter ${quoted(first)}. Known parameters: ${known}.`);
  }

  #page(query: Query): Page | undefined {
    const page = readPage(onlyOf(query, 'page'), onlyOf(query, 'per_page'), this.section);
    return query.count === undefined ? page : uncounted(page, onlyOf(query, 'count')!, this.names.prefixed);
  }

  #slice(query: Query, sort: readonly SortKey[] | undefined, access: Access): CursorSlice {
    if (query.page)
      throw invalidParameter('page', 'page and after exclude each other: pages have a number, or a cursor.');
    if (query.count) verifyCount(onlyOf(query, 'count')!, this.names.prefixed);
    const size = readSize(onlyOf(query, 'per_page'), this.section);
    const asked = Object.keys(query).filter((name) => this.#isOfSearch(name));
    const sought = [this.entity.name, this.names.prefix, asked.sort().map((name) => [name, query[name]])];
    return readSlice(onlyOf(query, AFTER)!, { entity: this.entity, sort, size, sought }, access);
  }

  /** Whether a parameter decides which entities a list has, and in which order. */
  #isOfSearch(parameter: string): boolean {
    if (NOT_OF_SEARCH.includes(parameter)) return false;
    return this.#taken.includes(parameter) || this.names.resolve(fieldNameOf(parameter)) !== undefined;
  }

  #readableNames(access: Access): readonly string[] {
    return this.names.all.filter((name) => {
      const target = this.names.resolve(name);
      return !target || access.permits(readingThrough(target.steps, target.field));
    });
  }
}

const NONE: readonly string[] = [];

/** Where nothing can be searched there is nothing to choose from either. */
function withAlternatives(names: readonly string[]): readonly string[] {
  return names.length > 0 ? [...names, ALTERNATIVES] : names;
}

function namesIn(query: Query, passed: readonly string[]): readonly string[] {
  const names = Object.keys(query);
  return names.length === 0 ? NONE : names.filter((name) => name !== ALTERNATIVES && !passed.includes(name));
}

function onlyOf(query: Query, parameter: string): string | undefined {
  const [value, ...others] = query[parameter] ?? [];
  if (others.length > 0)
    throw invalidParameter(parameter, `${parameter} is given ${others.length + 1} times: give it once.`);
  return value;
}

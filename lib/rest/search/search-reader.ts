import type { EntityMetadata } from '../../metadata';
import type { Criteria, Page, Search } from '../../persistence';
import type { Access } from '../access/access';
import { readingThrough } from '../access/reading';
import type { SearchSection } from '../aggregate-configuration';
import { quoted, refusal } from '../refusal';
import { SELECTION_PARAMETERS } from '../selection/read-selection';
import { readPage, readSort } from './list-parameters';
import { fieldNameOf, type Query, readCriteria } from './read-criteria';
import { SearchNames } from './search-names';

/** Parameters that others read. */
const reservedParameters: readonly string[] = SELECTION_PARAMETERS;

const LIST_PARAMETERS = ['sort', 'page', 'per_page'];

/** Parameters of reads that are no search: a field of such a name needs the prefix. */
export const READ_PARAMETERS: readonly string[] = [...reservedParameters, ...LIST_PARAMETERS];

/** What the query of a list asks for. */
export interface ListQuery extends Search {
  /** Undefined when the whole list is asked for. */
  readonly page?: Page;
}

/** Reads the queries of one root or collection. */
export class SearchReader {
  readonly names: SearchNames;

  /** @param prefix the name of the resource or collection, which may stand before the name of a field */
  constructor(
    private readonly entity: EntityMetadata,
    prefix: string,
    private readonly section: SearchSection,
  ) {
    this.names = new SearchNames(entity, prefix, READ_PARAMETERS);
  }

  /** What a list knows, without operators. */
  get listParameters(): readonly string[] {
    return [...this.names.all, ...LIST_PARAMETERS];
  }

  /** What a fetch knows, without operators. */
  get readParameters(): readonly string[] {
    return this.names.all;
  }

  /** @throws BadRequestException naming parameter and value */
  list(query: Query, access: Access): ListQuery {
    const criteria = this.#criteria(query, LIST_PARAMETERS, access);
    const [page, perPage] = [onlyOf(query, 'page'), onlyOf(query, 'per_page')];
    return {
      criteria,
      sort: query.sort && readSort(this.entity, query.sort, access),
      page: readPage(page, perPage, this.section),
    };
  }

  /** @throws BadRequestException naming parameter and value */
  read(query: Query, access: Access): Criteria | undefined {
    return this.#criteria(query, NONE, access);
  }

  /** @throws BadRequestException for the parameters of a write, which takes none */
  refuse(query: Query): void {
    for (const parameter of Object.keys(query)) {
      const isOfReads = READ_PARAMETERS.includes(parameter) || this.names.resolve(fieldNameOf(parameter));
      if (isOfReads) throw refusal(parameter, `${quoted(parameter)} is for reads: leave it out of a write.`);
      if (this.section.unknownParameters === 'ignore') continue;
      throw refusal(parameter, `The parameter ${quoted(parameter)} is not known here: a write takes none.`);
    }
  }

  #criteria(query: Query, passed: readonly string[], access: Access): Criteria | undefined {
    const parameters = namesIn(query, passed);
    if (parameters.length === 0) return undefined;
    const { criteria, unknown } = readCriteria(query, parameters, this.names, access);
    const [first] = unknown;
    if (first === undefined || this.section.unknownParameters === 'ignore') return criteria;
    const known = [...this.#readableNames(access), ...passed, ...reservedParameters].join(', ');
    throw refusal(first, `The parameter ${quoted(first)} is not known here; known are ${known}.`);
  }

  #readableNames(access: Access): readonly string[] {
    return this.names.all.filter((name) => {
      const target = this.names.resolve(name);
      return !target || access.permits(readingThrough(target.steps, target.field));
    });
  }
}

const NONE: readonly string[] = [];

function namesIn(query: Query, passed: readonly string[]): readonly string[] {
  const names = Object.keys(query);
  return names.length === 0
    ? NONE
    : names.filter((name) => !reservedParameters.includes(name) && !passed.includes(name));
}

function onlyOf(query: Query, parameter: string): string | undefined {
  const [value, ...others] = query[parameter] ?? [];
  if (others.length > 0) throw refusal(parameter, `${parameter} is given ${others.length + 1} times: give it once.`);
  return value;
}

import type { EntityMetadata } from '../../metadata';
import type { Criteria, Page, Search } from '../../persistence';
import { SELECTION_PARAMETERS } from '../selection/read-selection';
import { fieldNameOf, type Query, readCriteria } from './read-criteria';
import { readPage } from './read-page';
import { readSort } from './read-sort';
import { quoted, refusal } from './refusal';
import { SearchNames } from './search-names';
import type { SearchSection } from './search-section';

/** Parameters that others read. */
const reservedParameters: readonly string[] = SELECTION_PARAMETERS;

const LIST_PARAMETERS = ['sort', 'page', 'per_page'];

/** What the query of a list asks for. */
export interface ListQuery extends Search {
  /** Undefined when the whole list is asked for. */
  readonly page?: Page;
}

/** Reads the queries of one root or collection. */
export class SearchReader {
  readonly #names: SearchNames;

  /** @param prefix the name of the resource or collection, which may stand before the name of a field */
  constructor(
    private readonly entity: EntityMetadata,
    prefix: string,
    private readonly section: SearchSection,
  ) {
    this.#names = new SearchNames(entity, prefix, [...reservedParameters, ...LIST_PARAMETERS]);
  }

  /** What a list knows, without operators. */
  get listParameters(): readonly string[] {
    return [...this.#names.all, ...LIST_PARAMETERS];
  }

  /** What a fetch knows, without operators. */
  get readParameters(): readonly string[] {
    return this.#names.all;
  }

  /** @throws BadRequestException naming parameter and value */
  list(query: Query): ListQuery {
    const criteria = this.#criteria(query, LIST_PARAMETERS);
    const [sort, page, perPage] = LIST_PARAMETERS.map((parameter) => onlyOf(query, parameter));
    return {
      criteria,
      sort: sort === undefined ? undefined : readSort(this.entity, sort),
      page: readPage(page, perPage, this.section),
    };
  }

  /** @throws BadRequestException naming parameter and value */
  read(query: Query): Criteria | undefined {
    return this.#criteria(query, []);
  }

  /** @throws BadRequestException when a write has parameters of a read */
  refuse(query: Query): void {
    for (const parameter of namesIn(query, reservedParameters)) {
      const isOfReads = LIST_PARAMETERS.includes(parameter) || this.#names.resolve(fieldNameOf(parameter));
      if (!isOfReads && this.section.unknownParameters === 'ignore') continue;
      throw refusal(
        parameter,
        `${quoted(parameter)} is for reads: a write knows its entities by path and payload alone.`,
      );
    }
  }

  #criteria(query: Query, passed: readonly string[]): Criteria | undefined {
    const parameters = namesIn(query, [...reservedParameters, ...passed]);
    const { criteria, unknown } = readCriteria(query, parameters, this.#names);
    const [first] = unknown;
    if (first === undefined || this.section.unknownParameters === 'ignore') return criteria;
    const known = [...this.#names.all, ...passed, ...reservedParameters].join(', ');
    throw refusal(first, `The parameter ${quoted(first)} is not known here; known are ${known}.`);
  }
}

function namesIn(query: Query, passed: readonly string[]): string[] {
  return Object.keys(query).filter((name) => !passed.includes(name));
}

function onlyOf(query: Query, parameter: string): string | undefined {
  const [value, ...others] = query[parameter] ?? [];
  if (others.length > 0) throw refusal(parameter, `${parameter} is given ${others.length + 1} times: give it once.`);
  return value;
}

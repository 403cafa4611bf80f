import type { Page } from '../../persistence';
import type { SearchSection } from '../aggregate-configuration';
import { invalidParameter, quoted } from '../invalid-parameter';

type PageSizes = Pick<SearchSection, 'maxPerPage' | 'defaultPerPage'>;

/**
 * Reads `page` and `per_page`.
 *
 * @returns undefined where neither is given
 * @throws BadRequestException for a number out of range
 */
export function readPage(page: string | undefined, perPage: string | undefined, sizes: PageSizes): Page | undefined {
  if (page === undefined && perPage === undefined) return undefined;
  const size = readPageSize(perPage, sizes);
  const maxNumber = Math.floor(Number.MAX_SAFE_INTEGER / size);
  return { number: page === undefined ? 1 : readNumber('page', page, maxNumber), size };
}

/** Reads `per_page`. */
export function readPageSize(perPage: string | undefined, { maxPerPage, defaultPerPage }: PageSizes): number {
  if (perPage === undefined) return Math.min(defaultPerPage, maxPerPage);
  return readNumber('per_page', perPage, maxPerPage);
}

/**
 * The page of a request with `count=none`, for which matches are not counted.
 *
 * @param prefixed names of fields that need the prefix; if one is `count`, the message points to it
 * @throws BadRequestException for another value, or without `page` and `per_page`
 */
export function uncountedPage(page: Page | undefined, count: string, prefixed: readonly string[]): Page {
  verifyCount(count, prefixed);
  if (page) return { ...page, isUncounted: true };
  throw invalidParameter(
    'count',
    'count=none is for pages: add page or per_page, or leave count out, since a whole list is not counted.',
  );
}

/** @throws BadRequestException for another value than `none` */
export function verifyCount(count: string, prefixed: readonly string[]): void {
  if (count === 'none') return;
  const field = prefixed.find((name) => name.endsWith('.count'));
  const hint = field ? ` The field is searched by ${field}.` : '';
  throw invalidParameter('count', `count must be none, and is ${quoted(count)}.${hint}`);
}

function readNumber(parameter: string, text: string, max: number): number {
  const value = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : 0;
  if (value >= 1 && value <= max) return value;
  throw invalidParameter(parameter, `${parameter} must be a whole number from 1 to ${max}, and is ${quoted(text)}.`);
}

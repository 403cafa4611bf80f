import type { Page } from '../../persistence';
import type { SearchSection } from '../aggregate-configuration';
import { quoted, refusal } from './refusal';

/**
 * Reads `page` and `per_page`; one of them is enough to ask for a page.
 *
 * @throws BadRequestException for what is no page
 */
export function readPage(
  page: string | undefined,
  perPage: string | undefined,
  { maxPerPage, defaultPerPage }: SearchSection,
): Page | undefined {
  if (page === undefined && perPage === undefined) return undefined;
  const size = perPage === undefined ? Math.min(defaultPerPage, maxPerPage) : numberIn('per_page', perPage, maxPerPage);
  const last = Math.floor(Number.MAX_SAFE_INTEGER / size);
  return { number: page === undefined ? 1 : numberIn('page', page, last), size };
}

function numberIn(parameter: string, text: string, max: number): number {
  const value = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : 0;
  if (value >= 1 && value <= max) return value;
  throw refusal(parameter, `${parameter} must be a whole number from 1 to ${max}, and is ${quoted(text)}.`);
}

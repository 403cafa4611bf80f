import { HttpException } from '../../core';
import type { Access } from '../access/access';
import { readingThrough } from '../access/reading';
import { invalidParameter, quoted } from '../invalid-parameter';
import type { Condition } from './criteria-of';
import { operatorOf } from './operators';
import { fieldNameOf, operatorNameOf } from './parameter-name';
import type { SearchNames } from './search-names';
import { verifyPath } from './search-reach';

/** The query parameter that takes conditions of which one has to hold. */
export const ALTERNATIVES = 'or';

const FORM = 'write or=(name:value,name[operator]:value), with each value percent-encoded';

/**
 * Reads one `or=(status:shipped,total[gt]:100)`.
 *
 * The query is decoded already; each name and value is decoded a second time, so that a value may contain a comma.
 * Encoders do not escape parentheses: between the first and the last of the parameter they are part of a value.
 *
 * @returns undefined for more than `maxConditions`
 * @throws BadRequestException for a malformed condition, an unknown name or operator, or a wrong value
 * @throws UnauthorizedException, ForbiddenException for a name that the request may not read
 */
export function readAlternatives(
  text: string,
  names: SearchNames,
  access: Access,
  maxConditions: number,
): Condition[] | undefined {
  if (!text.startsWith('(') || !text.endsWith(')')) {
    throw invalidParameter(ALTERNATIVES, `or is ${quoted(text)}, which is not in parentheses: ${FORM}.`);
  }
  const terms = text.slice(1, -1).split(',', maxConditions + 1);
  if (terms.length > maxConditions) return undefined;
  return terms.map((term) => readCondition(term, names, access));
}

function readCondition(term: string, names: SearchNames, access: Access): Condition {
  const colon = term.indexOf(':');
  if (colon < 1) throw invalidParameter(ALTERNATIVES, `or has the condition ${quoted(term)}: ${FORM}.`);
  const parameter = decode(term.slice(0, colon));
  const value = decode(term.slice(colon + 1));
  const target = names.resolve(fieldNameOf(parameter));
  if (!target) throw invalidParameter(ALTERNATIVES, `or names ${quoted(parameter)}, which is not a searchable field.`);
  access.require(readingThrough(target.steps, target.field), `The name ${quoted(parameter)} in the parameter "or"`);
  verifyPath(ALTERNATIVES, fieldNameOf(parameter), target.steps);
  try {
    const { operator, read } = operatorOf(parameter, operatorNameOf(parameter));
    return { target, operator, values: read(parameter, target.field, value) };
  } catch (error) {
    if (error instanceof HttpException) throw invalidParameter(ALTERNATIVES, `In or, ${error.message}`);
    throw error;
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw invalidParameter(ALTERNATIVES, `or has ${quoted(text)}, which is not percent-encoded UTF-8: ${FORM}.`);
  }
}

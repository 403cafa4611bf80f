import { HttpException } from '../../core';
import type { Access } from '../access/access';
import { readingThrough } from '../access/reading';
import { invalidParameter, quoted } from '../invalid-parameter';
import type { Asked } from './criteria-of';
import { operatorOf } from './operators';
import { bracketOf, fieldNameOf } from './parameter-name';
import type { SearchNames } from './search-names';

/** The query parameter that takes conditions of which one must hold. */
export const ALTERNATIVES = 'or';

const FORM = 'write or=(name:value,name[operator]:value), with each value percent-encoded';

/**
 * Reads one `or=(status:shipped,total[gt]:100)`. The query was decoded before; each name and value is decoded
 * once more, so that a value may have a comma.
 *
 * Encoders leave round brackets as they are: between the first and the last of a parameter they are part of a value.
 *
 * @param most of the conditions
 * @returns undefined where there are more than that
 * @throws BadRequestException for what is written as no condition, an unknown name or operator, or a wrong value
 * @throws UnauthorizedException, ForbiddenException for a name that the request may not read
 */
export function readAlternatives(text: string, names: SearchNames, access: Access, most: number): Asked[] | undefined {
  if (!text.startsWith('(') || !text.endsWith(')')) {
    throw invalidParameter(ALTERNATIVES, `or is ${quoted(text)}, which does not stand in round brackets: ${FORM}.`);
  }
  const terms = text.slice(1, -1).split(',', most + 1);
  return terms.length > most ? undefined : terms.map((term) => conditionOf(term, names, access));
}

function conditionOf(term: string, names: SearchNames, access: Access): Asked {
  const colon = term.indexOf(':');
  if (colon < 1) throw invalidParameter(ALTERNATIVES, `or has the condition ${quoted(term)}: ${FORM}.`);
  const [parameter, value] = [decoded(term.slice(0, colon)), decoded(term.slice(colon + 1))];
  const target = names.resolve(fieldNameOf(parameter));
  if (!target) {
    throw invalidParameter(ALTERNATIVES, `or names ${quoted(parameter)}, by which nothing can be searched.`);
  }
  access.demand(readingThrough(target.steps, target.field), `The name ${quoted(parameter)} in the parameter "or"`);
  try {
    const { operator, read } = operatorOf(parameter, bracketOf(parameter));
    return { target, operator, values: read(parameter, target.field, value) };
  } catch (error) {
    if (error instanceof HttpException) throw invalidParameter(ALTERNATIVES, `In or, ${error.message}`);
    throw error;
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw invalidParameter(ALTERNATIVES, `or has ${quoted(text)}, which is not percent-encoded UTF-8: ${FORM}.`);
  }
}

import { BadRequestException } from './exceptions';

export type QueryParameters = Readonly<Record<string, readonly string[]>>;

/**
 * Parses a query string; `+` is a space.
 *
 * @returns the values of each name, in the order sent; null prototype
 * @throws BadRequestException for malformed percent-encoding, naming the parameter
 */
export function readQuery(query: string): QueryParameters {
  const parameters: Record<string, string[]> = Object.create(null);
  for (const pair of query.split('&')) {
    if (!pair) continue;
    const equals = pair.indexOf('=');
    const sentName = equals < 0 ? pair : pair.slice(0, equals);
    const name = decode(sentName, sentName);
    const value = equals < 0 ? '' : decode(pair.slice(equals + 1), name);
    parameters[name] ??= [];
    parameters[name].push(value);
  }
  return parameters;
}

function decode(text: string, parameter: string): string {
  try {
    return decodeURIComponent(text.split('+').join(' '));
  } catch (cause) {
    throw new BadRequestException(`The query parameter ${JSON.stringify(parameter)} is not percent-encoded UTF-8.`, {
      cause,
      extensions: { parameter },
    });
  }
}

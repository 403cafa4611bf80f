import type { Request, Response } from '../../core';
import type { Operation, Preference } from '../operation/operation';

/** The preferences of a client for the response that are honoured here. */
export interface Preferences {
  /** `handling=strict`: one missing id refuses the whole request. */
  readonly isStrict: boolean;
  /** `return=minimal`: the response to a write has no body. */
  readonly isMinimal: boolean;
}

/**
 * Reads the header `Prefer`, as far as the operation honours it; the first mention of a preference counts, and what is
 * not known is ignored.
 *
 * @see RFC 7240
 */
export function preferencesOf({ input }: Operation, { headers }: Request): Preferences {
  const isStrict = input.missing === 'reject' && input.preferences.includes('handling=strict');
  if (headers.prefer === undefined) return { isStrict, isMinimal: false };
  const stated = statedIn([headers.prefer].flat().join(','));
  const prefers = (preference: Preference) => {
    const [name = '', value] = preference.split('=');
    return input.preferences.includes(preference) && stated.get(name) === value;
  };
  return { isStrict: isStrict || prefers('handling=strict'), isMinimal: prefers('return=minimal') };
}

/** Whether a request is to be tried out alone: a write that is told of, and taken back. */
export function prefersPreview({ headers: { prefer } }: Request): boolean {
  return prefer !== undefined && statedIn([prefer].flat().join(',')).get('preview') === '';
}

function statedIn(header: string): ReadonlyMap<string, string> {
  const stated = new Map<string, string>();
  for (const part of header.split(',')) {
    const [name, value] = preferenceIn(part.toLowerCase());
    if (name && !stated.has(name)) stated.set(name, value);
  }
  return stated;
}

/** Without its parameters; a name that is none is empty. */
function preferenceIn(part: string): readonly [name: string, value: string] {
  const [preference = ''] = part.split(';', 1);
  const [name = '', value = '', ...others] = preference.split('=').map((side) => side.trim());
  const word = /^"?([\w-]*)"?$/.exec(value)?.[1];
  return /^[\w-]+$/.test(name) && word !== undefined && others.length === 0 ? [name, word] : ['', ''];
}

/** Says in `Preference-Applied` what was honoured. */
export function confirmPreferences(response: Response, { isStrict, isMinimal }: Preferences): void {
  if (!isStrict && !isMinimal) return;
  const applied = [isStrict && 'handling=strict', isMinimal && 'return=minimal'].filter(Boolean);
  response.setHeader('Preference-Applied', applied.join(', '));
}

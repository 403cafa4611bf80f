import type { Request, Response } from '../../core';

/** What a client would like of the answer, as far as it is honoured here. */
export interface Preferences {
  /** `handling=strict`: one missing id refuses the whole request. */
  readonly isStrict: boolean;
  /** `return=minimal`: a write is answered without a body. */
  readonly isMinimal: boolean;
}

const NONE: Preferences = { isStrict: false, isMinimal: false };

/**
 * Reads the header `Prefer`; the first mention of a preference counts, and what is not known is passed over.
 *
 * @see RFC 7240
 */
export function preferencesOf({ headers }: Request): Preferences {
  if (headers.prefer === undefined) return NONE;
  const stated = new Map<string, string>();
  for (const part of [headers.prefer].flat().join(',').split(',')) {
    const [name, value] = preferenceIn(part.toLowerCase());
    if (name && !stated.has(name)) stated.set(name, value);
  }
  return { isStrict: stated.get('handling') === 'strict', isMinimal: stated.get('return') === 'minimal' };
}

/** Without its parameters; a name that is none is empty. */
function preferenceIn(part: string): readonly [name: string, value: string] {
  const [preference = ''] = part.split(';', 1);
  const [name = '', value = '', ...others] = preference.split('=').map((side) => side.trim());
  const word = /^"?([\w-]*)"?$/.exec(value)?.[1];
  return /^[\w-]+$/.test(name) && word !== undefined && others.length === 0 ? [name, word] : ['', ''];
}

/** Says in `Preference-Applied` what was honoured; a read has no minimal form. */
export function confirmPreferences(response: Response, { isStrict, isMinimal }: Partial<Preferences>): void {
  if (!isStrict && !isMinimal) return;
  const applied = [isStrict && 'handling=strict', isMinimal && 'return=minimal'].filter(Boolean);
  response.setHeader('Preference-Applied', applied.join(', '));
}

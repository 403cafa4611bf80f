import type { Operation, Preference } from '../operation/operation';
import type { RequestParts } from '../operation/request-parts';

/** The honoured preferences of a request. */
export interface Preferences {
  /** `handling=strict`: one missing id rejects the whole request. */
  readonly isStrict: boolean;
  /** `return=minimal`: the response to a write has no body. */
  readonly isMinimal: boolean;
}

/**
 * Reads the preferences in `Prefer` that the operation honours. If one is repeated, the first counts; others are
 * ignored.
 *
 * @see RFC 7240
 */
export function preferencesOf({ input }: Operation, { headers }: Pick<RequestParts, 'headers'>): Preferences {
  const isStrict = input.missing === 'reject' && input.preferences.includes('handling=strict');
  if (headers.prefer === undefined) return { isStrict, isMinimal: false };
  const sent = parsePrefer([headers.prefer].flat().join(','));
  const prefers = (preference: Preference) => {
    const [name = '', value] = preference.split('=');
    return input.preferences.includes(preference) && sent.get(name) === value;
  };
  return { isStrict: isStrict || prefers('handling=strict'), isMinimal: prefers('return=minimal') };
}

/** Whether a write asks for a preview: its changes are reported and rolled back. */
export function prefersPreview({ headers: { prefer } }: RequestParts): boolean {
  const value = prefer === undefined ? undefined : parsePrefer([prefer].flat().join(',')).get('preview');
  // A client that writes `preview=true` must not have its write carried out.
  return value === '' || value === 'true';
}

function parsePrefer(header: string): ReadonlyMap<string, string> {
  const preferences = new Map<string, string>();
  for (const element of header.split(',')) {
    const [name, value] = parsePreference(element.toLowerCase());
    if (name && !preferences.has(name)) preferences.set(name, value);
  }
  return preferences;
}

/** Ignores parameters; the name of a malformed preference is empty. */
function parsePreference(element: string): readonly [name: string, value: string] {
  const [preference = ''] = element.split(';', 1);
  const [name = '', value = '', ...others] = preference.split('=').map((side) => side.trim());
  const word = /^"?([\w-]*)"?$/.exec(value)?.[1];
  return /^[\w-]+$/.test(name) && word !== undefined && others.length === 0 ? [name, word] : ['', ''];
}

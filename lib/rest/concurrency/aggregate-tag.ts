import type { EntityTag } from '../../core';

/** No other tag has a digit, a hyphen and a point in that order: `"7-x2FqLm0TzQe.Hh3a"`. */
const TAG = /^"(\d{1,15})-[\w-]*\.\w[\w-]*"$/;

/** The version that the tag of an aggregate names; undefined for a weak tag, and for any other. */
export function versionIn({ isWeak, text }: EntityTag): number | undefined {
  const version = isWeak ? undefined : TAG.exec(text)?.[1];
  return version === undefined ? undefined : Number(version);
}

import type { EntityTag } from '../../core';

/** Version, hyphen, digest, point, digest: `"7-x2FqLm0TzQe.Hh3a"`. No other tag has this form. */
const TAG = /^"(\d{1,15})-[\w-]*\.\w[\w-]*"$/;

/** The version in the tag of an aggregate; undefined for weak and all other tags. */
export function versionIn({ isWeak, text }: EntityTag): number | undefined {
  const version = isWeak ? undefined : TAG.exec(text)?.[1];
  return version === undefined ? undefined : Number(version);
}

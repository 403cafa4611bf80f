import type { EntityTag } from '../../core';
import { DIGEST_LENGTH } from './row-digests';

/** State, hyphen, digest, point, digest: `"7-x2FqLm0TzQe.Hh3a"`. No other tag has this form. */
const TAG = /^"(\w{1,16})-[\w-]*\.\w[\w-]*"$/;
const VERSION = /^\d{1,15}$/;

/** The version in the tag of an aggregate; undefined for weak and all other tags. */
export function versionIn(tag: EntityTag): number | undefined {
  const state = stateIn(tag);
  return state !== undefined && VERSION.test(state) ? Number(state) : undefined;
}

/** The digest of rows in the tag of an aggregate without a version; undefined for weak and all other tags. */
export function rowsIn(tag: EntityTag): string | undefined {
  const state = stateIn(tag);
  return state?.length === DIGEST_LENGTH ? state : undefined;
}

function stateIn({ isWeak, text }: EntityTag): string | undefined {
  return isWeak ? undefined : TAG.exec(text)?.[1];
}

import { BadRequestException } from '../../core';
import type { RequestParts } from '../operation/request-parts';
import { KEY_PARAMETER } from '../operation/resource-path';

/** The ids at the end of the path, as sent. */
export function idsIn({ rawPathParameters }: RequestParts): readonly string[] {
  const raw = rawPathParameters[KEY_PARAMETER];
  return raw === undefined ? [] : raw.split(',').map(decodeURIComponent);
}

export function tagsMiscounted(ids: number, tags: number): BadRequestException {
  return new BadRequestException(
    `There are ${ids} ids in the path and ${tags} tags in If-Match: send one tag for each id, in the same order, or *.`,
  );
}

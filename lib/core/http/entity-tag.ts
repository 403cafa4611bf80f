import type { IncomingHttpHeaders } from 'node:http';
import { BadRequestException, PreconditionFailedException } from './exceptions';

/** An entity tag of `If-Match` or `If-None-Match`. */
export interface EntityTag {
  /** A weak tag never matches in `If-Match`. */
  readonly isWeak: boolean;
  /** With its double quotes. */
  readonly text: string;
}

/** The value of `If-Match` or `If-None-Match`. */
export type EntityTags = '*' | readonly EntityTag[];

type ConditionName = 'If-Match' | 'If-None-Match';

/** A comma and the element of the list behind it, which may be empty; a tag may contain commas itself. */
const ELEMENT = /,[ \t]*(?:(W\/)?("[!#-~\x80-\xff]*")[ \t]*)?/gy;

/**
 * Parses `If-Match` or `If-None-Match`.
 *
 * It rejects what the package `fresh` of Koa ignores or misreads, since a condition that protects a write must not be
 * taken for another one.
 *
 * @throws BadRequestException unless it is a list of tags or `*`
 * @see RFC 9110, 8.8.3 and 13.1
 */
export function entityTagsIn(name: ConditionName, header: string): EntityTags {
  if (header.trim() === '*') return '*';
  const tags: EntityTag[] = [];
  let end = 0;
  for (const [whole, weak, text] of `,${header}`.matchAll(ELEMENT)) {
    if (text) tags.push({ isWeak: weak !== undefined, text });
    end += whole.length;
  }
  if (tags.length > 0 && end === header.length + 1) return tags;
  throw new BadRequestException(
    `The header ${name} takes * or entity tags in double quotes, with commas between them: send back what ETag had, such as "7-x2Fq".`,
  );
}

/** Whether `If-None-Match` names the tag; compared weakly, since compressing proxies weaken tags. */
export function isKnownTag(ifNoneMatch: string | undefined, entityTag: string | undefined): boolean {
  if (ifNoneMatch === undefined) return false;
  const tags = entityTagsIn('If-None-Match', ifNoneMatch);
  return tags === '*' || tags.some(({ text }) => text === entityTag);
}

/** Whether `If-Match` is absent, or names the tag as a strong one. */
export function isMatched(
  { 'if-match': ifMatch }: Readonly<IncomingHttpHeaders>,
  entityTag: string | undefined,
  exists: boolean,
): boolean {
  if (ifMatch === undefined) return true;
  const tags = entityTagsIn('If-Match', ifMatch);
  return exists && (tags === '*' || tags.some(({ isWeak, text }) => !isWeak && text === entityTag));
}

/**
 * Checks `If-Match` against a strong tag.
 *
 * @param exists  whether the resource exists, with a tag or without one
 * @throws PreconditionFailedException
 * @see RFC 9110, 13.1.1
 */
export function verifyMatch(
  headers: Readonly<IncomingHttpHeaders>,
  entityTag: string | undefined,
  exists: boolean,
): void {
  if (isMatched(headers, entityTag, exists)) return;
  throw new PreconditionFailedException('The resource does not match If-Match: read it again.');
}

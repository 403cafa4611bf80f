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

/** The characters between the quotes of a tag, which include commas. */
const OPAQUE = /^[!#-~\x80-\xff]*$/;
const SEPARATORS = /[ \t,]*/y;

/**
 * Parses `If-Match` or `If-None-Match`.
 *
 * @throws BadRequestException unless it is a list of tags or `*`
 * @see RFC 9110, 8.8.3 and 13.1
 */
export function entityTagsIn(name: ConditionName, header: string): EntityTags {
  if (header.trim() === '*') return '*';
  const tags: EntityTag[] = [];
  for (let at = endOf(SEPARATORS, header, 0); at < header.length; ) {
    const isWeak = header.startsWith('W/', at);
    const start = isWeak ? at + 2 : at;
    const end = header[start] === '"' ? header.indexOf('"', start + 1) + 1 : 0;
    if (end === 0 || !OPAQUE.test(header.slice(start + 1, end - 1))) throw malformed(name);
    tags.push({ isWeak, text: header.slice(start, end) });
    at = endOf(SEPARATORS, header, end);
    if (at < header.length && !header.slice(end, at).includes(',')) throw malformed(name);
  }
  if (tags.length === 0) throw malformed(name);
  return tags;
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

function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return at + pattern.exec(text)![0].length;
}

function malformed(name: ConditionName): BadRequestException {
  return new BadRequestException(
    `The header ${name} takes * or entity tags in double quotes, with commas between them: send back what ETag had, such as "7-x2Fq".`,
  );
}

import type { IncomingHttpHeaders } from 'node:http';
import { BadRequestException, PreconditionFailedException } from './exceptions';

/** One tag of a condition. */
export interface EntityTag {
  /** Weak tags are for comparisons that need no equal bytes: `If-Match` never holds by one. */
  readonly isWeak: boolean;
  /** With its double quotes, as `ETag` has it. */
  readonly text: string;
}

/** The value of `If-Match` or `If-None-Match`: any state of an existing resource, or some states. */
export type EntityTags = '*' | readonly EntityTag[];

type ConditionName = 'If-Match' | 'If-None-Match';

/** The characters between the quotes of a tag: commas too, but no quote. */
const OPAQUE = /^[!#-~\x80-\xff]*$/;
const SEPARATORS = /[ \t,]*/y;

/**
 * The tags that a header names.
 *
 * @throws BadRequestException for what is no list of tags, and no `*`
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

/** Whether `If-None-Match` names the tag: weakly compared, since a proxy that compresses makes a tag weak. */
export function isKnownTag(ifNoneMatch: string | undefined, entityTag: string | undefined): boolean {
  if (ifNoneMatch === undefined) return false;
  const tags = entityTagsIn('If-None-Match', ifNoneMatch);
  return tags === '*' || tags.some(({ text }) => text === entityTag);
}

/** Whether `If-Match` asks nothing, or names a strong tag. */
export function isMatched(
  { 'if-match': ifMatch }: Readonly<IncomingHttpHeaders>,
  entityTag: string | undefined,
  isThere: boolean,
): boolean {
  if (ifMatch === undefined) return true;
  const tags = entityTagsIn('If-Match', ifMatch);
  return isThere && (tags === '*' || tags.some(({ isWeak, text }) => !isWeak && text === entityTag));
}

/**
 * Holds `If-Match` against a strong tag.
 *
 * @param isThere  whether there is anything, with a tag or without one
 * @throws PreconditionFailedException
 * @see RFC 9110, 13.1.1
 */
export function verifyMatch(
  headers: Readonly<IncomingHttpHeaders>,
  entityTag: string | undefined,
  isThere: boolean,
): void {
  if (isMatched(headers, entityTag, isThere)) return;
  throw new PreconditionFailedException('It is no longer what If-Match names: read it again.');
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

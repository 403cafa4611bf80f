import { createHash } from 'node:crypto';
import { BoundedMemo } from '../../foundation';

/**
 * What the entity tag of a response is made of: `"<version>-<digest>"`. It is complete once the media type of the body is
 * known, and where the shape does not tell what is shown, once the body is there.
 */
export interface ContentTag {
  /** Of the state that is shown: another for each. Undefined where nothing counts the states. */
  readonly version: number | undefined;
  /** What tells representations of one state apart, but for their media types; undefined where the body has to. */
  readonly shape: string | undefined;
  /** What is tagged: content that has taken its place is told by its body. */
  readonly content: unknown;
}

/** By media type: what stands for it in a tag. */
export const markOf = new BoundedMemo((mediaType) => digestOf(mediaType).slice(0, 4));

/** The tag of a response that shows nothing: it names a version, and no representation. */
export function tagOfVersion(version: number): string {
  return `"${version}-.none"`;
}

/** 128 bits as text. */
export function digestOf(text: string | Buffer): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}

import { createHash } from 'node:crypto';
import { BoundedMemo } from '../../foundation';

/**
 * The parts of the entity tag of a response: `"<version>-<digest>"`. It is complete once the media type of the body is
 * known, and where the shape does not tell what is shown, once the body is there.
 */
export interface ContentTag {
  /** Of the state that is shown: another for each. Undefined where nothing counts the states. */
  readonly version: number | undefined;
  /** Distinguishes representations of one state, apart from their media types; undefined where only the body can. */
  readonly shape: string | undefined;
  /** The content that is tagged; content that has replaced it is distinguished by its body. */
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

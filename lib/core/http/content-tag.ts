import { createHash } from 'node:crypto';
import { BoundedMemo } from '../../foundation';

/**
 * The parts of the entity tag `"<version>-<digest>"`. The media type, and without a representation the body, complete it when the
 * response is written.
 */
export interface ContentTag {
  /** The version of the state that the content represents, or another text of word characters; undefined without one. */
  readonly version: number | string | undefined;
  /** Identifies the representation apart from its media type; undefined if only the body can. */
  readonly representation: string | undefined;
  /** The tagged content. If it is replaced, the tag is made from the body. */
  readonly content: unknown;
}

/** Short digests of media types, for entity tags. */
export const mediaTypeMarks = new BoundedMemo((mediaType) => digestOf(mediaType).slice(0, 4));

/** The entity tag of a response without a body: a state without a representation. */
export function tagOfState(state: number | string): string {
  return `"${state}-.none"`;
}

/** The first 128 bits of the SHA-256 digest, in base64url. */
export function digestOf(text: string | Buffer): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}

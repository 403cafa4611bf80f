import { createHmac } from 'node:crypto';
import type { PathRow } from '../../persistence';

/** The length of a digest: 96 bits. */
export const DIGEST_LENGTH = 16;

/**
 * Keyed digests of rows, for the entity tags of classes without a version. A digest without a key would let a client
 * find out a value that it may not read, by trying all of its values.
 */
export class RowDigests {
  /** @param key shared by all processes of an application, so that they accept each other's tags */
  constructor(private readonly key: string) {}

  /** Of word characters only. */
  of(...texts: readonly string[]): string {
    const digest = createHmac('sha256', this.key).update(texts.join()).digest('base64url');
    return digest.slice(0, DIGEST_LENGTH).replaceAll('-', '_');
  }

  /** The digest of all rows; undefined without any. */
  ofRows(rows: readonly PathRow[]): string | undefined {
    return rows.length === 0 ? undefined : this.of(...rows.map(({ text }) => text));
  }
}

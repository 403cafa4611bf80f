import type { Comparison, TextPart } from '../dialect';

export const comparison: Comparison = {
  usesCollations: true,
  matches(sql, { parts, ignoresCase, literal }) {
    const pattern = literal(parts.map((part) => part.replace(/[%_|]/g, '|$&')).join('%'));
    return ignoresCase ? `LOWER(${sql}) LIKE LOWER(${pattern}) ESCAPE '|'` : `${sql} LIKE ${pattern} ESCAPE '|'`;
  },
  floatAsRead: (sql) => `(CAST(${sql} AS CHAR) + 0)`,
  instantAsRead: (sql, length) => `LEFT(DATE_FORMAT(${sql}, '%Y-%m-%d %H:%i:%s.%f'), ${length})`,
  /** As a digest. */
  rowText(name, columns) {
    const parts = [name, ...columns.map((column) => `QUOTE(${bytesOf(column)})`)];
    return `LEFT(SHA2(CONCAT(${parts.join(`, ${BETWEEN}, `)}), 256), ${DIGEST_LENGTH})`;
  },
};

/** The separator of columns; no quoted value contains it outside of its quotes. */
const BETWEEN = "','";

/** In hexadecimal digits: 128 bits. */
const DIGEST_LENGTH = 32;

/** Bytes, so that columns of several character sets and collations can be joined. */
function bytesOf({ kind, sql }: TextPart): string {
  if (kind === 'opaque') return `HEX(${sql})`;
  return kind === 'json' ? `CAST(CAST(${sql} AS CHAR) AS BINARY)` : `CAST(${sql} AS BINARY)`;
}

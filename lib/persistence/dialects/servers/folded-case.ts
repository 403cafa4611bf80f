/**
 * Lower-cases a text on MariaDB and MySQL as SQLite's full-text index does, and compares it by its bytes.
 *
 * Two letters differ from the collation: the final Greek sigma becomes the other one, and the Turkish dotted capital I is
 * not folded to a plain i.
 */
export function foldedCase(sql: string): string {
  const bytes = `CONVERT(${sql} USING utf8mb4) COLLATE utf8mb4_bin`;
  const dotted = `REPLACE(${bytes}, ${DOTTED_CAPITAL}, ${DOTTED_SMALL})`;
  return `REPLACE(LOWER(${dotted} COLLATE utf8mb4_unicode_520_ci) COLLATE utf8mb4_bin, ${FINAL_SIGMA}, ${SIGMA})`;
}

/** By their bytes, since MariaDB changes literals beyond ASCII in the expression of a generated column. */
const DOTTED_CAPITAL = 'CHAR(0xC4B0 USING utf8mb4)';
const DOTTED_SMALL = 'CHAR(0x69CC87 USING utf8mb4)';
const FINAL_SIGMA = 'CHAR(0xCF82 USING utf8mb4)';
const SIGMA = 'CHAR(0xCF83 USING utf8mb4)';

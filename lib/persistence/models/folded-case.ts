/**
 * Text of MariaDB and MySQL in small letters, compared by its bytes: as SQLite's index has it.
 *
 * Two letters are apart from what the collation says: the Greek sigma at the end of words is the other one, and the
 * dotted capital I of Turkish is not the plain one.
 */
export function foldedCase(sql: string): string {
  const bytes = `CONVERT(${sql} USING utf8mb4) COLLATE utf8mb4_bin`;
  const dotted = `REPLACE(${bytes}, ${DOTTED_CAPITAL}, ${DOTTED_SMALL})`;
  return `REPLACE(LOWER(${dotted} COLLATE utf8mb4_unicode_520_ci) COLLATE utf8mb4_bin, ${FINAL_SIGMA}, ${SIGMA})`;
}

/** By their bytes: MariaDB keeps no literal beyond ASCII in the expression of a column as it was. */
const DOTTED_CAPITAL = 'CHAR(0xC4B0 USING utf8mb4)';
const DOTTED_SMALL = 'CHAR(0x69CC87 USING utf8mb4)';
const FINAL_SIGMA = 'CHAR(0xCF82 USING utf8mb4)';
const SIGMA = 'CHAR(0xCF83 USING utf8mb4)';

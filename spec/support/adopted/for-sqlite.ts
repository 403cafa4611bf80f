/** A statement of MariaDB as SQLite takes it, which has no ON UPDATE, ENUM or SET: columns with ON UPDATE are left out. */
export function forSqlite(statement: string): string {
  return statement
    .replace(
      /\b(?:SMALL|BIG|TINY|MEDIUM)?INT(?: UNSIGNED)? NOT NULL AUTO_INCREMENT PRIMARY KEY/g,
      'INTEGER PRIMARY KEY',
    )
    .replace(/ UNSIGNED/g, '')
    .replace(/\b(?:ENUM|SET)\('[^)]{1,99}'\)/g, 'VARCHAR(40)')
    .replace(/,\s+\w+ TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP/g, '')
    .replace(/^SET FOREIGN_KEY_CHECKS/, 'PRAGMA foreign_keys');
}

/** A text literal of MariaDB and MySQL. */
export function serverText(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}

import { printTable } from '../print-table';

/** A table under a sentence that says what it shows. */
export interface Table {
  readonly title: string;
  /** The first column has names, the others have figures. */
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export function print({ title, header, rows }: Table): void {
  console.log(title);
  printTable(header, rows);
}

export function markdownOf({ title, header, rows }: Table): string {
  const rule = header.map((_, column) => (column === 0 ? '---' : '---:'));
  return [`${title}:`, '', ...[header, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`)].join('\n');
}

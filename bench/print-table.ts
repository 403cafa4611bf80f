/** Aligns the columns; the first to the left, the others to the right. */
export function printTable(header: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = header.map((_, column) => Math.max(...[header, ...rows].map((row) => row[column]!.length)));
  for (const row of [header, ...rows]) console.log(aligned(row, widths));
  console.log();
}

/** Formats a number with three significant digits. */
export function figure(value: number | undefined): string {
  if (value === undefined) return '–';
  return value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0);
}

export function ratio(value: number, to: number): string {
  return (value / to).toFixed(value / to < 0.1 ? 4 : 2);
}

function aligned([name, ...figures]: readonly string[], [first, ...others]: readonly number[]): string {
  return [name!.padEnd(first!), ...figures.map((text, index) => text.padStart(others[index]!))].join('  ');
}

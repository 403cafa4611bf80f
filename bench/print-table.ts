import type { Lowest } from './measure';

/** A row a scenario; the ratio is ours to the other, so that below 1 ours is the faster one. */
export function printTable(title: string, unit: string, lowest: Lowest): void {
  const header = [title, `ours, ${unit}`, `handwritten, ${unit}`, 'ratio'];
  const rows = [...lowest].map(([name, { ours, handwritten }]) => [
    name,
    figure(ours),
    figure(handwritten),
    significant(ours / handwritten),
  ]);
  const widths = header.map((_, column) => Math.max(...[header, ...rows].map((row) => row[column]!.length)));
  for (const row of [header, ...rows]) console.log(aligned(row, widths));
  console.log();
}

/** At least two digits that count. */
function significant(ratio: number): string {
  return ratio.toFixed(ratio < 0.1 ? 4 : 2);
}

function figure(us: number): string {
  return us.toFixed(us < 100 ? 1 : 0);
}

function aligned([name, ...figures]: readonly string[], [first, ...others]: readonly number[]): string {
  return [name!.padEnd(first!), ...figures.map((text, index) => text.padStart(others[index]!))].join('  ');
}

import type { Figures, Measured } from './measure';
import { figure, printTable, ratio } from './print-table';

/** Prints CPU times and their ratios to the other servers, then the cost for the database. */
export function printMeasured(title: string, measured: Measured): void {
  console.log(`${title}: CPU of the server process per request in µs`);
  const cpuRows = rowsOf(measured, ({ raw, handwritten, ours }) => [
    figure(raw.cpuUs),
    figure(handwritten.cpuUs),
    figure(ours.cpuUs),
    ratio(ours.cpuUs, raw.cpuUs),
    ratio(ours.cpuUs, handwritten.cpuUs),
  ]);
  printTable(['', 'raw', 'by hand', 'ours', 'ours : raw', 'ours : by hand'], cpuRows);
  printEach('99th percentile of the latency in ms, with 32 concurrent requests', measured, ({ p99Ms }) => p99Ms);
  const [first] = measured.values();
  if (first!.get('ours')!.statements === undefined) return;
  printEach('Statements per request', measured, ({ statements }) => statements);
  printEach('CPU of the database server per request in µs', measured, ({ databaseUs }) => databaseUs);
}

interface OfEach {
  readonly raw: Figures;
  readonly handwritten: Figures;
  readonly ours: Figures;
}

/** Prints one figure of each server. */
function printEach(title: string, measured: Measured, of: (figures: Figures) => number | undefined): void {
  console.log(title);
  const rows = rowsOf(measured, ({ raw, handwritten, ours }) => [raw, handwritten, ours].map((one) => figure(of(one))));
  printTable(['', 'raw', 'by hand', 'ours'], rows);
}

function rowsOf(measured: Measured, cells: (row: OfEach) => string[]): string[][] {
  return [...measured].map(([name, of]) => {
    const [raw, handwritten, ours] = [of.get('raw')!, of.get('handwritten')!, of.get('ours')!];
    return [name, ...cells({ raw, handwritten, ours })];
  });
}

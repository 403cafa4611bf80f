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
  console.log('Latency that 99 of 100 requests stay under, with 32 at once, in ms');
  printTable(
    ['', 'raw', 'by hand', 'ours'],
    rowsOf(
      measured,
      each(({ p99Ms }) => p99Ms),
    ),
  );
  const [first] = measured.values();
  if (first!.get('ours')!.statements === undefined) return;
  console.log('Statements per request');
  printTable(
    ['', 'raw', 'by hand', 'ours'],
    rowsOf(
      measured,
      each(({ statements }) => statements),
    ),
  );
  console.log('CPU of the database server per request in µs');
  printTable(
    ['', 'raw', 'by hand', 'ours'],
    rowsOf(
      measured,
      each(({ databaseUs }) => databaseUs),
    ),
  );
}

interface OfEach {
  readonly raw: Figures;
  readonly handwritten: Figures;
  readonly ours: Figures;
}

function each(of: (figures: Figures) => number | undefined): (row: OfEach) => string[] {
  return ({ raw, handwritten, ours }) => [raw, handwritten, ours].map((figures) => figure(of(figures)));
}

function rowsOf(measured: Measured, cells: (row: OfEach) => string[]): string[][] {
  return [...measured].map(([name, of]) => {
    const [raw, handwritten, ours] = [of.get('raw')!, of.get('handwritten')!, of.get('ours')!];
    return [name, ...cells({ raw, handwritten, ours })];
  });
}

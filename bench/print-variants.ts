import type { Figures, Measured } from './measure';
import { figure, printTable, ratio } from './print-table';
import type { ServerName } from './server-process';

const WAYS: readonly (readonly [ServerName, string])[] = [
  ['ours', 'Ours'],
  ['handwritten', 'By hand'],
];

/** Prints the CPU times of all variants side by side. */
export function printVariants(measured: ReadonlyMap<string, Measured>): void {
  for (const [server, label] of WAYS) {
    console.log(`${label}: CPU of the server process per request in µs (times raw)`);
    const [first] = measured.values();
    const rows = [...first!.keys()].map((workload) => {
      return [workload, ...[...measured.values()].map((variant) => cellOf(variant.get(workload)!, server))];
    });
    printTable(['', ...measured.keys()], rows);
  }
}

/** Compares with the raw server of the same variant, which was measured at the same time. */
function cellOf(figures: ReadonlyMap<ServerName, Figures>, server: ServerName): string {
  const { cpuUs } = figures.get(server)!;
  return `${figure(cpuUs)} (${ratio(cpuUs, figures.get('raw')!.cpuUs)})`;
}

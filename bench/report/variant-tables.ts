import type { Memory } from '../compare-servers';
import type { RunsOfVariant } from './runs-of-variant';
import { times } from './server-tables';
import { medianText, type Spread, spreadText } from './spread';
import type { Table } from './table';

type CellOf = (runs: RunsOfVariant, workload: string) => string;

const MEGABYTE = 1024 * 1024;
const MEMORY: readonly (readonly [string, keyof Memory])[] = [
  ['at rest', 'atRestBytes'],
  ['after the reads', 'afterReadsBytes'],
  ['at the peak', 'peakBytes'],
];

/** The tables of all variants side by side, with the ratio to the server by hand that runs the same code. */
export function variantTables(variants: readonly RunsOfVariant[]): readonly Table[] {
  return [
    sideBySide('Ours, in µs', variants, (runs, name) => spreadText(runs.cpuUs(name, 'ours'))),
    sideBySide('By hand, in µs, by `bulkCreate` where there is a *', variants, (runs, name) => {
      return spreadText(runs.cpuUs(name, 'handwritten')) + (runs.isBulk(name) ? ' *' : '');
    }),
    sideBySide('Ours : by hand', variants, (runs, name) => spreadText(runs.ratio(name, 'ours', 'handwritten'), times)),
    ...(variants[0]!.isKnown('statements')
      ? [sideBySide('Statements per request, ours / by hand', variants, statements)]
      : []),
    memoryTable(variants),
    ...authenticatedTables(variants),
  ];
}

function sideBySide(title: string, variants: readonly RunsOfVariant[], cellOf: CellOf): Table {
  const rows = variants[0]!.workloads.map((name) => [name, ...variants.map((runs) => cellOf(runs, name))]);
  return { title, header: ['', ...variants.map(({ variant }) => variant)], rows };
}

function statements(runs: RunsOfVariant, workload: string): string {
  const [ours, handwritten] = (['ours', 'handwritten'] as const).map((server) => {
    return medianText(runs.figures(workload, server).map((figures) => figures?.statements));
  });
  return `${ours} / ${handwritten}`;
}

function memoryTable(variants: readonly RunsOfVariant[]): Table {
  const servers = [
    ['ours', 'ours'],
    ['by hand', 'handwritten'],
  ] as const;
  const columns = servers.flatMap(([label]) =>
    MEMORY.map(([when], index) => (index === 0 ? `${label}: ${when}` : when)),
  );
  const rows = variants.map((runs) => [
    runs.variant,
    ...servers.flatMap(([, server]) => MEMORY.map(([, of]) => spreadText(runs.memory(server, of), megabytes))),
  ]);
  return { title: 'Resident memory of the server process in MB', header: ['', ...columns], rows };
}

/** Of the variants that are measured with raw. */
function authenticatedTables(variants: readonly RunsOfVariant[]): readonly Table[] {
  const title = '`read one` with a custom filter and an authenticator';
  const ratios = variants.map((runs): readonly [string, Spread | undefined] => [
    runs.variant,
    runs.authenticatedRatio(),
  ]);
  const rows = ratios.filter(([, spread]) => spread).map(([name, spread]) => [name, spreadText(spread, times)]);
  return rows.length > 0 ? [{ title, header: ['', 'ours : raw'], rows }] : [];
}

function megabytes(bytes: number): string {
  return (bytes / MEGABYTE).toFixed(0);
}

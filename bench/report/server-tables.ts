import type { Figures } from '../measure';
import { ratio } from '../print-table';
import type { ServerName } from '../server-process';
import type { RunsOfVariant } from './runs-of-variant';
import { medianText, spreadText } from './spread';
import type { Table } from './table';

const SERVERS: readonly ServerName[] = ['raw', 'handwritten', 'ours'];
const LABELS = ['raw', 'by hand', 'ours'];

/** The tables of all servers with one variant of the model. */
export function serverTables(runs: RunsOfVariant): readonly Table[] {
  const rows = runs.workloads.map((name) => [
    name,
    ...SERVERS.map((server) => spreadText(runs.cpuUs(name, server))),
    spreadText(runs.ratio(name, 'ours', 'raw'), times),
    spreadText(runs.ratio(name, 'ours', 'handwritten'), times),
  ]);
  const header = ['', ...LABELS, 'ours : raw', 'ours : by hand'];
  return [
    { title: `CPU of the server process per request in µs, model \`${runs.variant}\``, header, rows },
    eachTable('Statements per request, database CPU per request in µs, and 99th percentile of the latency in ms', runs),
  ];
}

const UNITS: readonly (readonly [string, keyof Figures & ('statements' | 'databaseUs' | 'p99Ms')])[] = [
  ['statements', 'statements'],
  ['database CPU', 'databaseUs'],
  ['p99 in ms', 'p99Ms'],
];

function eachTable(title: string, runs: RunsOfVariant): Table {
  const columns = UNITS.flatMap(([label]) =>
    LABELS.map((server, index) => (index === 0 ? `${label}: ${server}` : server)),
  );
  const rows = runs.workloads.map((name) => [
    name,
    ...UNITS.flatMap(([, unit]) => {
      return SERVERS.map((server) => medianText(runs.figures(name, server).map((figures) => figures?.[unit])));
    }),
  ]);
  return { title, header: ['', ...columns], rows };
}

export function times(value: number): string {
  return ratio(value, 1);
}

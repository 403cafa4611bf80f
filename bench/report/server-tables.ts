import type { Figures } from '../measure';
import { ratio } from '../print-table';
import type { ServerName } from '../server-process';
import type { RunsOfVariant } from './runs-of-variant';
import { medianText, spreadText } from './spread';
import type { Table } from './table';

const LABELS: Readonly<Partial<Record<ServerName, string>>> = { raw: 'raw', handwritten: 'by hand', ours: 'ours' };

/** The tables of all servers with one variant of the model. */
export function serverTables(runs: RunsOfVariant): readonly Table[] {
  const servers = serversOf(runs);
  const others = servers.slice(0, -1);
  const rows = runs.workloads.map((name) => [
    name,
    ...servers.map((server) => spreadText(runs.cpuUs(name, server))),
    ...others.map((other) => spreadText(runs.ratio(name, 'ours', other), times)),
  ]);
  const header = ['', ...servers.map((server) => LABELS[server]!), ...others.map((other) => `ours : ${LABELS[other]}`)];
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
  const servers = serversOf(runs);
  const columns = UNITS.flatMap(([label]) =>
    servers.map((server, index) => (index === 0 ? `${label}: ${LABELS[server]}` : LABELS[server]!)),
  );
  const rows = runs.workloads.map((name) => [
    name,
    ...UNITS.flatMap(([, unit]) => {
      return servers.map((server) => medianText(runs.figures(name, server).map((figures) => figures?.[unit])));
    }),
  ]);
  return { title, header: ['', ...columns], rows };
}

/** Ours is the last one. */
function serversOf({ servers }: RunsOfVariant): readonly ServerName[] {
  return (Object.keys(LABELS) as ServerName[]).filter((server) => servers.includes(server));
}

export function times(value: number): string {
  return ratio(value, 1);
}

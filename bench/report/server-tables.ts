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
    otherFiguresTable(runs),
  ];
}

const UNITS: readonly (readonly [string, keyof Figures & ('statements' | 'databaseUs' | 'p99Ms')])[] = [
  ['statements', 'statements'],
  ['database CPU in µs', 'databaseUs'],
  ['p99 in ms', 'p99Ms'],
];

function otherFiguresTable(runs: RunsOfVariant): Table {
  const servers = serversOf(runs);
  const units = UNITS.filter(([, unit]) => runs.isKnown(unit));
  const columns = units.flatMap(([label]) =>
    servers.map((server, index) => (index === 0 ? `${label}: ${LABELS[server]}` : LABELS[server]!)),
  );
  const rows = runs.workloads.map((name) => [
    name,
    ...units.flatMap(([, unit]) => {
      return servers.map((server) => medianText(runs.figures(name, server).map((figures) => figures?.[unit])));
    }),
  ]);
  const title = `Per request, model \`${runs.variant}\`; the latency with all connections busy`;
  return { title, header: ['', ...columns], rows };
}

/** Ours is the last one. */
function serversOf({ servers }: RunsOfVariant): readonly ServerName[] {
  return (Object.keys(LABELS) as ServerName[]).filter((server) => servers.includes(server));
}

export function times(value: number): string {
  return ratio(value, 1);
}

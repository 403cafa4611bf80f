import type { ComparedServer } from './compared-server';
import type { Finding, Outcome, Tally } from './run-requests';

const MAX_TEXT = 1500;

/** The number of characters that are printed before the first difference of two long texts. */
const BEFORE_DIFFERENCE = 300;

/** Prints a row for each kind of request: how many were sent, and how many got each status. */
export function printTally(tally: Tally): void {
  const rows = [...tally].map(([kind, statuses]) => {
    const sorted = [...statuses].sort(([one], [other]) => one - other);
    const total = sorted.reduce((sum, [, times]) => sum + times, 0);
    return { kind, total, statuses: sorted.map(([status, times]) => `${status} ×${times}`).join('  ') };
  });
  const total = rows.reduce((sum, row) => sum + row.total, 0);
  const width = Math.max(...rows.map(({ kind }) => kind.length));
  for (const row of rows.sort((one, other) => other.total - one.total)) {
    console.log(`${row.kind.padEnd(width)}  ${String(row.total).padStart(6)}  ${row.statuses}`);
  }
  console.log(`${'all'.padEnd(width)}  ${String(total).padStart(6)}`);
}

export function printFindings(servers: readonly ComparedServer[], { findings }: Outcome): void {
  for (const finding of findings) console.log(`\n${describeFinding(servers, finding)}`);
  console.log(`\n${findings.length === 0 ? 'No findings' : `Findings: ${findings.length}`}.`);
}

/** The request with neutral ids, and the responses of all servers. */
export function describeFinding(servers: readonly Pick<ComparedServer, 'name'>[], finding: Finding): string {
  const { index, request, reason, responses } = finding;
  const { kind, method, path, headers, body, sendBack, condition } = request;
  const content = sendBack === undefined ? body?.toString('utf8' as never) : `(the response to GET ${sendBack})`;
  const from = Math.max(0, firstDifference(responses.map(({ text }) => text)) - BEFORE_DIFFERENCE);
  return [
    `No. ${index} (${kind}): ${reason}`,
    `  ${method} ${cut(path)} ${JSON.stringify(headers)}`,
    ...(condition ? [`  ${condition.name}: ${condition.value}, of ${condition.path}`] : []),
    ...(content === undefined ? [] : [`  ${cut(content)}`]),
    ...responses.map(({ status, headers, text }, server) => {
      return `  ${servers[server]!.name}: ${status} ${JSON.stringify(headers)}\n    ${cut(text, from)}`;
    }),
  ].join('\n');
}

/** The index of the first character that differs; 0 if the texts are equal. */
function firstDifference([first = '', ...others]: readonly string[]): number {
  const differing = first.split('').findIndex((letter, index) => others.some((other) => other[index] !== letter));
  return Math.max(0, differing);
}

function cut(text: string, from = 0): string {
  const shown = text.slice(from, from + MAX_TEXT);
  const before = from > 0 ? '… ' : '';
  return shown.length + from < text.length ? `${before}${shown}… (${text.length} characters)` : before + shown;
}

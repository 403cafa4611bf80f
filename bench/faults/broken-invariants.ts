import type { Call } from '../client';
import { type Fault, type FaultSetup, Findings } from './fault';
import { bodyOf, createFullyBookedProject, TABLES } from './fully-booked-project';
import { breakingWrites, validWrites } from './project-writes';
import { type Change, differenceOf, readRows, reportedChanges } from './reported-changes';

interface Preview {
  readonly status: number;
  readonly changes: readonly Change[];
}

const PREVIEW = { Prefer: 'preview' };

/**
 * Each write that breaks an invariant is 422 and leaves all rows of all tables unchanged, including versions and times. Its
 * preview also leaves them unchanged, and reports 422. After it a valid write is sent: its preview leaves all rows
 * unchanged, and reports exactly the changes that the write then makes.
 */
export const brokenInvariants: Fault = {
  name: 'broken-invariants',
  runs: 2000,
  server: 'projects',
  async run(setup) {
    const findings = new Findings();
    for (let run = 0; run < setup.runs; run++) {
      const ids = await createFullyBookedProject(setup.client);
      await verifyRejected(setup, findings, writeOf(breakingWrites(ids), run));
      await verifyPreviewed(setup, findings, writeOf(validWrites(ids), run));
      await setup.inspector.clear(TABLES);
    }
    return findings;
  },
};

/** The runs take the writes in turn. */
function writeOf(writes: readonly Call[], run: number): Call {
  return writes[run % writes.length]!;
}

async function verifyRejected(setup: FaultSetup, findings: Findings, call: Call): Promise<void> {
  const { client, inspector } = setup;
  const before = await inspector.allRows(TABLES);
  const response = await client.send(call);
  findings.expect([422], response);
  const namesInvariant =
    response.status === 422 && bodyOf<{ readonly invariant?: string }>(response).invariant !== undefined;
  findings.verify(
    namesInvariant,
    `${textOf(call)} breaks an invariant, but returned ${response.status}: ${response.body}`,
  );
  await verifyUnchanged(setup, findings, before, `The rejected ${textOf(call)}`);
  const preview = await client.send({ ...call, headers: PREVIEW });
  const { status, changes } = bodyOf<Preview>(preview);
  const isRejected = preview.status === 200 && status === 422 && changes.length === 0;
  findings.verify(isRejected, `The preview of ${textOf(call)} returned ${preview.status}: ${preview.body}`);
  await verifyUnchanged(setup, findings, before, `The preview of ${textOf(call)}`);
}

async function verifyPreviewed(setup: FaultSetup, findings: Findings, call: Call): Promise<void> {
  const { client, inspector } = setup;
  const stored = await inspector.allRows(TABLES);
  const before = await readRows(client, call);
  const preview = await client.expect(200, { ...call, headers: PREVIEW });
  await verifyUnchanged(setup, findings, stored, `The preview of ${textOf(call)}`);
  const response = await client.send(call);
  findings.expect([200, 201, 204], response);
  const { status, changes } = bodyOf<Preview>(preview);
  findings.verify(
    status === response.status,
    `The preview of ${textOf(call)} reported ${status}, but the write returned ${response.status}.`,
  );
  const [reported, made] = [reportedChanges(call, changes), differenceOf(before, await readRows(client, call))];
  findings.verify(
    JSON.stringify(reported) === JSON.stringify(made),
    `The preview of ${textOf(call)} reported ${reported.join(' ')}, but the write made ${made.join(' ')}.`,
  );
}

async function verifyUnchanged(
  { inspector }: FaultSetup,
  findings: Findings,
  before: string,
  subject: string,
): Promise<void> {
  findings.verify((await inspector.allRows(TABLES)) === before, `${subject} has changed stored rows.`);
}

function textOf({ method, path, content }: Call): string {
  return `${method} ${path} ${JSON.stringify(content) ?? ''}`;
}

import type { Call } from '../client';
import { type Fault, Findings, type Scene } from './fault';
import { bodyOf, createTightProject, type ProjectIds, TABLES } from './fully-booked-project';
import { breakingWrites, keepingWrites } from './project-writes';
import { type Change, differenceOf, readRows, toldOf } from './reported-changes';

interface Preview {
  readonly status: number;
  readonly changes: readonly Change[];
}

const PREVIEW = { Prefer: 'preview' };

/**
 * Each write that breaks an invariant is 422 and leaves all rows of all tables as they were, versions and times too; so does
 * its preview, which says 422. Then one that breaks none: its preview leaves all rows as they were, and what it tells is
 * what the write does.
 */
export const brokenInvariants: Fault = {
  name: 'broken-invariants',
  runs: 2000,
  server: 'projects',
  async run(scene) {
    const findings = new Findings();
    for (let run = 0; run < scene.runs; run++) {
      const ids = await createTightProject(scene.client);
      await refuse(scene, findings, chosen(breakingWrites, ids, run));
      await tell(scene, findings, chosen(keepingWrites, ids, run));
      await scene.inspector.clear(TABLES);
    }
    return findings;
  },
};

function chosen(writes: (ids: ProjectIds) => readonly Call[], ids: ProjectIds, run: number): Call {
  const all = writes(ids);
  return all[run % all.length]!;
}

async function refuse({ client, inspector }: Scene, findings: Findings, call: Call): Promise<void> {
  const before = await inspector.allRows(TABLES);
  const response = await client.send(call);
  findings.expect([422], response);
  const isTold = response.status === 422 && bodyOf<{ readonly invariant?: string }>(response).invariant !== undefined;
  findings.verify(isTold, `${textOf(call)} breaks an invariant, and is ${response.status}: ${response.body}`);
  findings.verify((await inspector.allRows(TABLES)) === before, `${textOf(call)} is refused, and has left something.`);
  const preview = await client.send({ ...call, headers: PREVIEW });
  const { status, changes } = bodyOf<Preview>(preview);
  const isRefused = preview.status === 200 && status === 422 && changes.length === 0;
  findings.verify(isRefused, `The preview of ${textOf(call)} is ${preview.status}: ${preview.body}`);
  findings.verify((await inspector.allRows(TABLES)) === before, `The preview of ${textOf(call)} has left something.`);
}

async function tell({ client, inspector }: Scene, findings: Findings, call: Call): Promise<void> {
  const rows = await inspector.allRows(TABLES);
  const before = await readRows(client, call);
  const preview = await client.expect(200, { ...call, headers: PREVIEW });
  findings.verify((await inspector.allRows(TABLES)) === rows, `The preview of ${textOf(call)} has left something.`);
  const response = await client.send(call);
  findings.expect([200, 201, 204], response);
  const { status, changes } = bodyOf<Preview>(preview);
  findings.verify(
    status === response.status,
    `${textOf(call)} is ${response.status}, and its preview has said ${status}.`,
  );
  const [told, done] = [toldOf(call, changes), differenceOf(before, await readRows(client, call))];
  findings.verify(
    JSON.stringify(told) === JSON.stringify(done),
    `The preview of ${textOf(call)} tells ${told.join(' ')}, and it does ${done.join(' ')}.`,
  );
}

function textOf({ method, path, content }: Call): string {
  return `${method} ${path} ${JSON.stringify(content) ?? ''}`;
}

import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { type Call, Client, type ReceivedResponse } from '../client';
import { ServerProcess } from '../server-process';
import { newOrder, post } from '../workloads';
import { type Fault, type FaultSetup, Findings } from './fault';
import { isReplayed } from './repeated-request';

/** A process that is not killed after COMMIT is killed at a random time within this interval. */
const WITHIN_MS = 30;

/**
 * The process is killed while it executes a request with an idempotency key: in every second run after COMMIT and before the
 * response, otherwise at any time. The request is repeated twice, on another process. Afterwards there is one row.
 */
export const killedProcess: Fault = {
  name: 'killed-process',
  runs: 100,
  server: 'keyed',
  async run(setup) {
    const findings = new Findings();
    let process = await ServerProcess.start('keyed', setup.database.url);
    for (let run = 0; run < setup.runs; run++) {
      const customer_email = `killed-${run}@example.com`;
      const call = { ...post({ ...newOrder(2), customer_email }), headers: { 'Idempotency-Key': `killed-${run}` } };
      await sendAndKill(process, call, run % 2 === 0);
      process = await ServerProcess.start('keyed', setup.database.url);
      await verify(setup, process, call, run, findings);
    }
    await process.stop();
    return findings;
  },
};

async function sendAndKill({ address, child }: ServerProcess, call: Call, isAfterCommit: boolean): Promise<void> {
  const client = new Client(address);
  const ended = once(child, 'exit');
  const headers = { ...call.headers, ...(isAfterCommit && { 'X-End': 'after-commit' }) };
  // If the process is killed at a random time, there may or may not be a response.
  const sent = client.send({ ...call, headers }).catch(() => undefined);
  if (!isAfterCommit) {
    await setTimeout(Math.random() * WITHIN_MS);
    child.kill('SIGKILL');
  }
  await Promise.all([sent, ended]);
  client.close();
}

async function verify(
  { inspector }: FaultSetup,
  { address }: ServerProcess,
  call: Call & { readonly content?: unknown },
  run: number,
  findings: Findings,
): Promise<void> {
  const client = new Client(address);
  const responses: ReceivedResponse[] = [await client.send(call), await client.send(call)];
  client.close();
  for (const response of responses) findings.expect([201], response);
  const email = `killed-${run}@example.com`;
  const rows = await inspector.count(`SELECT COUNT(*) n FROM orders WHERE customer_email = '${email}'`);
  const isSame = responses[0]!.body === responses[1]!.body;
  findings.verify(rows === 1 && isSame, `Run ${run} left ${rows} rows. The repeats have the same response: ${isSame}.`);
  const mustReplay = run % 2 === 0;
  findings.verify(!mustReplay || isReplayed(responses[0]!), `Run ${run} was executed again after its COMMIT.`);
}

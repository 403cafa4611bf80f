import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { Client } from '../client';
import { ServerProcess } from '../server-process';
import { keyIn, newOrder, post } from '../workloads';
import type { Findings } from './fault';
import { type Answer, isSuccess, SteadyLoad } from './steady-load';

const PER_SECOND = 40;
/** The most time until requests succeed again. */
export const WITHIN_MS = 2000;

/**
 * Creates, updates and reads orders of a server while something happens.
 *
 * @param every one request in so many writes
 */
export async function loadWhile(
  databaseUrl: string,
  every: number,
  happens: (client: Client) => Promise<void>,
): Promise<readonly Answer[]> {
  const server = await ServerProcess.start('defaults', databaseUrl, { isSilent: true });
  const client = new Client(server.address);
  try {
    const path = `/orders/${keyIn((await client.expect(201, post(newOrder(2)))).body)}`;
    const load = new SteadyLoad(server.address, PER_SECOND, (index) => {
      if (index % every !== 0) return { method: 'GET', path };
      return (index / every) % 2 === 0 ? post(newOrder(1)) : { method: 'PUT', path, content: { total: `${index}.00` } };
    });
    await happens(client).catch(async (error) => {
      await load.end();
      throw error;
    });
    return await load.end();
  } finally {
    client.close();
    await server.stop();
  }
}

/** Verifies that reads and writes succeed soon after the moment. @returns the later of the two times, in milliseconds */
export function verifySuccess(answers: readonly Answer[], sinceMs: number, findings: Findings): number {
  const times = [isRead, isWrite].map((isKind) => {
    const ends = answers.filter((answer) => isKind(answer) && isSuccess(answer)).map(endOf);
    return Math.min(...ends.filter((endMs) => endMs > sinceMs)) - sinceMs;
  });
  const [readMs, writeMs] = times.map(Math.round);
  const isSoon = times.every((ms) => ms <= WITHIN_MS);
  findings.verify(isSoon, `The first read succeeded after ${readMs} ms, the first write after ${writeMs} ms.`);
  return Math.max(readMs!, writeMs!);
}

/** Verifies that each acknowledged create that was sent since the moment is stored in one of the databases. */
export async function verifyStored(
  answers: readonly Answer[],
  urls: readonly string[],
  findings: Findings,
  sinceMs = 0,
): Promise<void> {
  const stored = new Set((await Promise.all(urls.map(codesIn))).flat());
  const created = answers.filter(({ call, sentAtMs }) => call.method === 'POST' && sentAtMs > sinceMs);
  const acknowledged = created.filter(isSuccess).map(({ call }) => (call.content as { readonly code: string }).code);
  const lost = acknowledged.filter((code) => !stored.has(code));
  findings.verify(acknowledged.length > 0, 'No create was acknowledged.');
  findings.verify(lost.length === 0, `${lost.length} of ${acknowledged.length} acknowledged creates are lost.`);
}

async function codesIn(url: string): Promise<readonly string[]> {
  const connection = await createConnection(url);
  const [rows] = await connection.query<RowDataPacket[]>('SELECT code FROM orders');
  await connection.end();
  return rows.map(({ code }) => code);
}

function isRead({ call }: Answer): boolean {
  return call.method === 'GET';
}

function isWrite(answer: Answer): boolean {
  return !isRead(answer);
}

function endOf({ sentAtMs, tookMs }: Answer): number {
  return sentAtMs + tookMs;
}

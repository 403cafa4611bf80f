import type { Client, ReceivedResponse } from '../client';
import { Random } from '../fuzz/random';
import { type Fault, Findings } from './fault';
import { bodyOf } from './fully-booked-project';
import { versionOf } from './lost-updates';
import { type Parts, randomWrite, type Write } from './random-writes';

const SEED = 20_261_122;
const MEMBERS = 4;

/** One of several concurrent writes, and its response. */
interface Sent {
  readonly write: Write;
  readonly response: ReceivedResponse;
}

/**
 * Four to six concurrent writes of one project: creates, updates and deletes at each depth, of one or several entities,
 * nested payloads, replaced collections, links and actions.
 *
 * They must have the same effect as one after the other. To check this, the executed writes are sent again in some order to
 * a project that was created with the same payload: the responses, the project and its version must be the same, and each
 * rejected write must be rejected with the same status at some point of this order. The order of the versions in the
 * responses is tried first, then all others.
 */
export const serialOrder: Fault = {
  name: 'serial-order',
  runs: 500,
  server: 'projects',
  async run({ client, runs }) {
    const findings = new Findings();
    const random = new Random(SEED);
    const members = await createMembers(client);
    for (let run = 0; run < runs; run++) {
      const initial = initialProject(random, members);
      const writes = random.list(4, 6, () => randomWrite(random));
      const parts = await createProject(client, initial, members);
      const responses = await Promise.all(writes.map((write) => client.send(write(parts))));
      for (const response of responses) findings.expect([200, 201, 204, 404, 422], response);
      const state = await stateOf(client, parts);
      const sent = writes.map((write, index) => ({ write, response: responses[index]! }));
      const isSerial = await hasOrder(client, sent, state, () => createProject(client, initial, members));
      findings.verify(
        isSerial,
        `Run ${run}: no serial order leads to ${state}: ${sent.map((one) => textOf(one, parts)).join(', ')}.`,
      );
    }
    return findings;
  },
};

async function createMembers(client: Client): Promise<readonly number[]> {
  const content = Array.from({ length: MEMBERS }, (_, index) => ({ name: `member ${index}` }));
  const created = await client.expect(201, { method: 'POST', path: '/members', content });
  return bodyOf<{ id: number }[]>(created).map(({ id }) => id);
}

function initialProject(random: Random, members: readonly number[]): object {
  const bookings = () => random.list(2, 2, () => ({ hours: random.integer(1, 8) }));
  return {
    name: 'initial',
    budget: 40,
    is_started: true,
    tasks: [
      { title: 'build', bookings: bookings() },
      { title: 'paint', bookings: bookings() },
    ],
    members: members.slice(0, random.integer(1, 3)).map((id) => ({ id })),
    ...(random.chance(0.5) && { reserve: { hours: 2 } }),
  };
}

interface ProjectBody {
  readonly id: number;
  readonly tasks: readonly { readonly id: number; readonly bookings: readonly { readonly id: number }[] }[];
}

async function createProject(client: Client, content: object, members: readonly number[]): Promise<Parts> {
  const { id, tasks } = bodyOf<ProjectBody>(await client.expect(201, { method: 'POST', path: '/projects', content }));
  const ids = tasks.map((task) => ({ id: task.id, bookings: task.bookings.map((booking) => booking.id) }));
  return { project: id, tasks: ids, members };
}

/** Whether some serial order of the executed writes gives the same responses and the same state. */
async function hasOrder(
  client: Client,
  sent: readonly Sent[],
  state: string,
  create: () => Promise<Parts>,
): Promise<boolean> {
  const executed = sent.filter(({ response }) => response.status < 300);
  const rejected = sent.filter(({ response }) => response.status >= 300);
  const byVersion = [...executed].sort((one, other) => versionOf(one.response) - versionOf(other.response));
  for (const order of ordersOf(byVersion)) {
    if (await isSameInOrder(client, order, rejected, state, await create())) return true;
  }
  return false;
}

async function isSameInOrder(
  client: Client,
  order: readonly Sent[],
  rejected: readonly Sent[],
  state: string,
  parts: Parts,
): Promise<boolean> {
  let unexplained = await notRejected(client, rejected, parts);
  for (const { write, response } of order) {
    const again = await client.send(write(parts));
    if (again.status !== response.status || neutral(again.body) !== neutral(response.body)) return false;
    unexplained = await notRejected(client, unexplained, parts);
  }
  return unexplained.length === 0 && (await stateOf(client, parts)) === state;
}

/** The writes that this state does not reject with the status of their response. */
async function notRejected(client: Client, rejected: readonly Sent[], parts: Parts): Promise<readonly Sent[]> {
  const left: Sent[] = [];
  for (const one of rejected) {
    const preview = await client.expect(200, { ...one.write(parts), headers: { Prefer: 'preview' } });
    if (bodyOf<{ status: number }>(preview).status !== one.response.status) left.push(one);
  }
  return left;
}

/** The project with its children and its version, without ids and times. */
async function stateOf(client: Client, { project }: Parts): Promise<string> {
  const path = `/projects/${project}?expand=tasks.bookings,reserve,members`;
  const response = await client.expect(200, { method: 'GET', path });
  return `version ${versionOf(response)}: ${neutral(response.body)}`;
}

/** The body without ids and times, and with sorted arrays. */
function neutral(body: string): string {
  return body === '' ? '' : JSON.stringify(neutralValue(JSON.parse(body)));
}

function neutralValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((element) => JSON.stringify(neutralValue(element))).sort();
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([name]) => !/^(?:id|created_at|updated_at|\w+_id)$/.test(name));
  return Object.fromEntries(kept.map(([name, member]) => [name, neutralValue(member)]));
}

/** All permutations; the given order comes first. */
function* ordersOf<T>(elements: readonly T[]): Generator<readonly T[]> {
  if (elements.length < 2) yield elements;
  else
    for (const [index, first] of elements.entries()) {
      const others = elements.filter((_, other) => other !== index);
      for (const order of ordersOf(others)) yield [first, ...order];
    }
}

function textOf({ write, response }: Sent, parts: Parts): string {
  const { method, path, content } = write(parts);
  return `${method} ${path} ${JSON.stringify(content) ?? ''} (${response.status} ${response.headers.etag})`;
}

import { request as httpRequest } from 'node:http';
import type { MatrixRow } from '../../lib/rest';
import { type Attack, attacksOn, type RawRequest, type Target } from '../support/security/attacks';
import { holding } from '../support/security/named-by-header';
import { useClub } from '../support/security/use-club';

const { served, rows, everything, create, pathTo, bodyFor } = useClub();

/** Sends the path unchanged, which fetch would normalise. */
function send({ method, path, headers, body }: RawRequest): Promise<{ status: number; text: string }> {
  const { hostname, port } = new URL(served.address);
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) };
    const options = { method, hostname, port, path, headers: { ...headers, ...length }, agent: false };
    const sent = httpRequest(options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }));
    });
    // A server that rejects a body early closes the connection while it is still being sent.
    sent.on('error', (error) => (sent.destroyed ? reject(error) : undefined));
    sent.end(body);
  });
}

/** All rows, as far as responses contain them. */
async function state(): Promise<string> {
  const paths = ['/clubs?expand=teams.players,sponsors', '/sponsors', '/cities'];
  const responses = await Promise.all(paths.map((path) => served.request('GET', path, undefined, everything())));
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
  return JSON.stringify(responses.map(({ body }) => body));
}

async function targetOf(row: MatrixRow): Promise<Target> {
  const other = await create('/clubs', { name: 'City' });
  return {
    method: row.method,
    path: await pathTo(row),
    ...(row.method !== 'DELETE' && { body: bodyFor(row) }),
    // The permission to refer to other classes is granted, so that the attack is not rejected for lack of it.
    credentials: holding(...row.permissions, 'city.get', 'sponsor.post'),
    foreignTeam: await create(`/clubs/${other}/teams`, { name: 'Foreign' }),
  };
}

/** Texts that no response may contain. */
const INTERNALS = /SQLITE|ER_[A-Z_]+|SELECT .* FROM|INSERT INTO|sequelize|node_modules|\.ts:\d|\bat [A-Za-z.]+ \(/i;

describe('An attack on a write route', () => {
  it('is rejected, changes nothing and discloses nothing internal', async () => {
    const outcomes = new Map<string, Map<number, number>>();
    const successes: string[] = [];
    const counted = ({ name }: Attack, status: number) => {
      const statuses = outcomes.get(name) ?? new Map<number, number>();
      outcomes.set(name, statuses.set(status, (statuses.get(status) ?? 0) + 1));
    };
    for (const row of rows().filter(({ method, media_type: own }) => method !== 'GET' && own === undefined)) {
      const target = await targetOf(row);
      const before = await state();
      for (const attack of attacksOn(target)) {
        for (const request of attack.requests) {
          const { status, text } = await send(request);
          counted(attack, status);
          const what = `${row.method} ${row.path}: ${attack.name}: ${request.path} ${String(request.body).slice(0, 80)}`;
          if (!attack.rejectedWith.includes(status)) successes.push(`${what} got ${status} ${text.slice(0, 200)}`);
          if (INTERNALS.test(text)) successes.push(`${what} told ${text.slice(0, 300)}`);
        }
        if ((await state()) !== before) successes.push(`${row.method} ${row.path}: ${attack.name} changed something`);
      }
    }

    expect(successes).toEqual([]);
    expect({}).not.toHaveProperty('polluted');
    expect(
      Object.fromEntries([...outcomes].map(([name, statuses]) => [name, Object.fromEntries(statuses)])),
    ).toMatchSnapshot();
  }, 240_000);
});

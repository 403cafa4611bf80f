import type { Application } from '../../lib';
import { Application as AnyApplication } from '../../lib';
import { type MatrixRow, permissionMatrix } from '../../lib/rest';
import { CLUB } from '../support/domain/club';
import { holding, namedByHeader, permittedByName } from '../support/security/named-by-header';
import { type ApiResponse, type Served, serve } from '../support/serve-shop';

let served: Served;
let application: Application;

class ClubApplication extends AnyApplication {
  override registerPlugins(): void {
    application = this;
  }
}

beforeAll(async () => {
  served = await serve(CLUB, { Class: ClubApplication, authenticators: [namedByHeader], authorizer: permittedByName });
});
afterAll(() => served.stop());

/** All permissions in the matrix. */
const allPermissions = () => [...new Set(rows().flatMap(({ permissions }) => permissions))];
const rows = () =>
  permissionMatrix(application.routes, application.registry).filter(({ resource }) => resource === 'generated');

interface Prepared {
  readonly path: string;
  readonly body?: unknown;
}

/** Creates the entities of a route with all permissions, and returns the request to it. */
async function prepare({ method, path, name }: MatrixRow): Promise<Prepared> {
  const everything = { ...holding(...allPermissions()) };
  const create = async (at: string, body: unknown) => {
    const response = await served.request('POST', at, body, everything);
    expect(response.status).toBe(201);
    return (response.body as { id: number }).id;
  };
  const club = await create('/clubs', { name: 'United' });
  const team = await create(`/clubs/${club}/teams`, { name: 'First' });
  const ids: Record<string, number> = {
    clubs: club,
    teams: team,
    players: await create(`/clubs/${club}/teams/${team}/players`, { name: 'Ada' }),
    sponsors: await create(`/clubs/${club}/sponsors`, { name: 'Acme' }),
    cities: await create('/cities', { name: 'Ulm' }),
  };
  let resource = '';
  const segments = path.split('/').map((segment) => {
    if (!segment.startsWith('{')) {
      resource = segment;
      return segment;
    }
    return String(ids[resource]);
  });
  const hasBody = ['POST', 'PUT', 'PATCH'].includes(method);
  const body = /^(close|promote)/.test(name) ? {} : { name: 'Other' };
  return { path: segments.join('/'), ...(hasBody && { body }) };
}

const routes = [
  'POST /clubs',
  'GET /clubs',
  'GET /clubs/{id}',
  'PUT /clubs/{id}',
  'PATCH /clubs/{id}',
  'DELETE /clubs/{id}',
  'PUT /clubs/{id}/rename',
  'PUT /clubs/{id}/close',
  'PUT /clubs/{club_id}/teams/{id}/promote',
  'POST /clubs/{club_id}/teams',
  'PUT /clubs/{club_id}/teams/{team_id}/players/{id}',
  'DELETE /clubs/{club_id}/sponsors/{id}',
];

describe('The permission matrix', () => {
  it('has a row for every generated route', () => {
    const listed = rows().map(({ method, path }) => `${method} ${path}`);

    expect(listed).toEqual(expect.arrayContaining(routes));
    expect(listed).toHaveLength(42);
    expect(rows().filter(({ permissions }) => permissions.length === 0)).toEqual([]);
  });

  it('matches the responses of every route with no, wrong and right permissions, however the path is written', async () => {
    const counts = { none: 0, wrong: 0, right: 0 };
    const disagreements: string[] = [];
    const expectStatus = ({ status }: ApiResponse, wanted: (status: number) => boolean, what: string) => {
      if (!wanted(status)) disagreements.push(`${what}: ${status}`);
    };
    for (const row of rows().filter(({ media_type: mediaType }) => mediaType === undefined)) {
      const { path, body } = await prepare(row);
      const ask = (headers: Record<string, string>, at = path, method: string = row.method) =>
        served.request(method, at, body, headers);
      const label = `${row.method} ${row.path}`;
      for (const at of [path, `${path}/`]) {
        const anonymous = await ask({}, at);
        counts.none += 1;
        expectStatus(anonymous, (status) => status === 401, `${label} without credentials`);
        expect(anonymous.headers.get('WWW-Authenticate')).toBe('Named realm="specs"');
        for (const missing of row.permissions) {
          const others = allPermissions().filter((name) => name !== missing);
          counts.wrong += 1;
          expectStatus(await ask(holding(...others), at), (status) => status === 403, `${label} without ${missing}`);
        }
      }
      if (row.method === 'GET') {
        expectStatus(await ask({}, path, 'HEAD'), (status) => status === 401, `HEAD ${row.path}`);
        expectStatus(await ask(holding(), path, 'HEAD'), (status) => status === 403, `HEAD ${row.path}`);
      }
      for (const at of [path.replace(/^\/(.)/, (_, first: string) => `/${first.toUpperCase()}`), `/${path}`]) {
        expectStatus(await ask({}, at), (status) => status === 404, `${row.method} ${at}`);
      }
      counts.right += 1;
      // The payload decides whether an element of a many-to-many collection is created or linked.
      const created = row.name === 'createClubSponsor' ? ['sponsor.post'] : [];
      const right = holding(...row.permissions, ...created);
      expectStatus(await ask(right), (status) => status < 300, `${label} with what it needs`);
    }

    expect(disagreements).toEqual([]);
    expect(counts).toEqual({ none: 78, wrong: 144, right: 39 });
  }, 60_000);

  it('contains the permissions of each step of a batch', () => {
    const batch = rows().find(({ name }) => name === 'batchClub')!;
    const permissionsOf = (name: string) => rows().find((row) => row.name === name)!.permissions;

    expect(batch).toMatchObject({ media_type: 'application/vnd.koaggregate.batch+json', readable: [] });
    expect(batch.permissions).toEqual(['authenticated']);
    expect(batch.writable).toEqual(
      expect.arrayContaining([
        { name: 'update', permissions: permissionsOf('updateClub') },
        { name: 'create teams', permissions: permissionsOf('createClubTeam') },
        { name: 'action teams/{id}/promote', permissions: permissionsOf('promoteClubTeam') },
      ]),
    );
    expect(batch.writable!.map(({ name }) => name)).not.toContain('delete');
  });

  it('requires nothing for OPTIONS, which describes a path and not its content', async () => {
    const { status, headers } = await served.request('OPTIONS', '/clubs/1');

    expect(status).toBe(204);
    expect(headers.get('Allow')).toContain('DELETE');
  });
});

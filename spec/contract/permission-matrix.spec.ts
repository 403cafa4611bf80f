import { holding } from '../support/security/named-by-header';
import { useClub } from '../support/security/use-club';
import type { ApiResponse } from '../support/serve-shop';

const { served, rows, permissions: allPermissions, pathTo, bodyFor } = useClub();

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
      const path = await pathTo(row);
      const body = ['POST', 'PUT', 'PATCH'].includes(row.method) ? bodyFor(row) : undefined;
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

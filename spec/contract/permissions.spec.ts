import { CLUB, Club } from '../support/domain/club';
import { holding, namedByHeader, permittedByName } from '../support/security/named-by-header';
import { useServed } from '../support/serve-shop';
import { statementsOf } from '../support/statements';

let everything: Record<string, string>;

const served = useServed(CLUB, { authenticators: [namedByHeader], authorizer: permittedByName });

beforeAll(async () => {
  const names = ['club', 'teams', 'players', 'sponsors', 'sponsor', 'city'];
  const methods = ['get', 'post', 'put', 'delete'];
  everything = holding(
    ...names.flatMap((name) => methods.map((method) => `${name}.${method}`)),
    'budget.read',
    'budget.write',
  );
});

const create = async (path: string, body: unknown): Promise<number> => {
  const response = await served.request('POST', path, body, everything);
  expect(response.status).toBe(201);
  return (response.body as { id: number }).id;
};

describe('The responses 401 and 403', () => {
  it('are sent before the body is read', async () => {
    const broken = '{"name": "United"';
    const headers = { 'Content-Type': 'application/json' };

    expect((await served.request('POST', '/clubs', broken, headers)).status).toBe(401);
    expect((await served.request('POST', '/clubs', broken, { ...headers, ...holding() })).status).toBe(403);
    expect((await served.request('POST', '/clubs', broken, { ...headers, ...everything })).status).toBe(400);
  });

  it('are sent before any lookup: a missing id has the same response', async () => {
    const club = await create('/clubs', { name: 'United' });

    for (const id of [club, 424242, 'abc']) {
      expect((await served.request('DELETE', `/clubs/${id}`)).status).toBe(401);
      const rejected = await served.request('DELETE', `/clubs/${id}`, undefined, holding('club.get'));
      expect(rejected.status).toBe(403);
      expect(rejected.body.detail).toBe(`DELETE /clubs/${id} requires the permission "club.delete".`);
    }
  });

  it('are sent before the first statement, also for nested writes', async () => {
    const club = await create('/clubs', { name: 'United' });
    const writes: [string, string, unknown, string[]][] = [
      ['DELETE', `/clubs/${club}`, undefined, []],
      ['POST', '/clubs', { name: 'United', teams: [{ name: 'First' }] }, ['club.post', 'club.get']],
      ['PUT', `/clubs/${club}`, { teams: [{ id: 1, name: 'First' }] }, ['club.put', 'club.get']],
      ['POST', '/clubs', { name: 'United', city_id: 1 }, ['club.post']],
    ];

    for (const [method, path, body, permissions] of writes) {
      const statements = await statementsOf(Club as never, async () => {
        expect((await served.request(method, path, body, holding(...permissions))).status).toBe(403);
      });
      expect(statements).toEqual([]);
    }
  });
});

describe('Creating through POST on the root', () => {
  it.each([
    ['a child', { teams: [{ name: 'First' }] }, ['club.get', 'teams.post'], 'teams[0]'],
    [
      'a grandchild',
      { teams: [{ name: 'First', players: [{ name: 'Ada' }] }] },
      ['club.get', 'teams.post', 'teams.get', 'players.post'],
      'teams[0].players[0]',
    ],
    [
      'a linked entity',
      { sponsors: [{ name: 'Acme' }] },
      ['club.get', 'sponsors.post', 'sponsor.get', 'sponsor.post'],
      'sponsors[0]',
    ],
  ])('requires for %s the permissions of its own route', async (_, nested, needed, place) => {
    const body = { name: 'United', ...nested };

    for (const missing of needed) {
      const others = ['club.post', ...needed.filter((name) => name !== missing)];
      const { status, body: problem } = await served.request('POST', '/clubs', body, holding(...others));
      expect([missing, status]).toEqual([missing, 403]);
      expect(problem.detail).toContain(`"${missing}"`);
    }
    const rejected = await served.request(
      'POST',
      '/clubs',
      body,
      holding('club.post', 'club.get', 'teams.post', 'teams.get'),
    );
    const allowed = await served.request('POST', '/clubs', body, holding('club.post', ...needed));
    expect(allowed.status).toBe(201);
    if (place !== 'teams[0]') expect(rejected.body.detail).toContain(place);
  });

  it('is rejected in the same way for every element of an array', async () => {
    const body = [{ name: 'One' }, { name: 'Two', teams: [{ name: 'First' }] }];

    const { status, body: problem } = await served.request('POST', '/clubs', body, holding('club.post', 'club.get'));

    expect(status).toBe(403);
    expect(problem.detail).toContain('[1].teams[0]');
    const { body: clubs } = await served.request('GET', '/clubs?name=One', undefined, everything);
    expect(clubs).toEqual([]);
  });
});

describe('Children in the payload of PUT and PATCH', () => {
  let club: number;
  let team: number;
  let sponsor: number;

  beforeEach(async () => {
    club = await create('/clubs', { name: 'United' });
    team = await create(`/clubs/${club}/teams`, { name: 'First' });
    sponsor = await create('/sponsors', { name: 'Acme' });
  });

  it.each(['PUT', 'PATCH'])(
    'require those of PUT for an update, and those of POST for a create: %s',
    async (method) => {
      const base = ['club.put', 'club.get'];
      const update = { teams: [{ id: team, name: 'Second' }] };
      const addition = { teams: [{ name: 'Third' }] };
      const ask = (body: unknown, ...permissions: string[]) =>
        served.request(method, `/clubs/${club}`, body, holding(...base, ...permissions));

      expect((await ask(update, 'teams.post')).status).toBe(403);
      expect((await ask(update, 'teams.put')).status).toBe(200);
      expect((await ask(addition, 'teams.put')).status).toBe(403);
      expect((await ask(addition, 'teams.post')).status).toBe(200);
    },
  );

  it('require those of POST on the collection for a link, and those of PUT for a change', async () => {
    const base = ['club.put', 'club.get', 'sponsor.get'];
    const ask = (body: unknown, ...permissions: string[]) =>
      served.request('PUT', `/clubs/${club}`, { sponsors: [body] }, holding(...base, ...permissions));

    expect((await ask({ id: sponsor })).status).toBe(403);
    expect((await ask({ id: sponsor }, 'sponsors.post')).status).toBe(200);
    expect((await ask({ id: sponsor, name: 'Best' }, 'sponsors.post')).status).toBe(403);
    expect((await ask({ id: sponsor, name: 'Best' }, 'sponsors.post', 'sponsors.put', 'sponsor.put')).status).toBe(200);
    expect((await ask({ name: 'New' }, 'sponsors.post')).status).toBe(403);
  });

  it('cannot be linked by their own route, either, with the permission to create links only', async () => {
    const ask = (body: unknown, ...permissions: string[]) =>
      served.request('POST', `/clubs/${club}/sponsors`, body, holding('club.get', 'sponsors.post', ...permissions));

    expect((await ask({ id: sponsor })).status).toBe(403);
    expect((await ask({ id: sponsor }, 'sponsor.get')).status).toBe(201);
    expect((await ask({ name: 'New' }, 'sponsor.get')).status).toBe(403);
    expect((await ask({ name: 'New' }, 'sponsor.get', 'sponsor.post')).status).toBe(201);
  });
});

describe('A reference in a payload', () => {
  it.each([
    ['a foreign key', (id: number) => ({ city_id: id })],
    ['a nested id', (id: number) => ({ city: { id } })],
  ])('requires the permission to read the entity: %s', async (_, reference) => {
    const city = await create('/cities', { name: 'Ulm' });
    const ask = (id: number, ...permissions: string[]) =>
      served.request(
        'POST',
        '/clubs',
        { name: 'United', ...reference(id) },
        holding('club.post', 'club.get', ...permissions),
      );

    const [there, missing] = [await ask(city), await ask(424242)];

    expect([there.status, missing.status]).toEqual([403, 403]);
    expect(missing.body.detail).toBe(there.body.detail);
    expect((await ask(city, 'city.get')).status).toBe(201);
  });

  it('may be sent back as it was read', async () => {
    const city = await create('/cities', { name: 'Ulm' });
    const club = await create('/clubs', { name: 'United', city_id: city });
    const user = holding('club.get', 'club.put', 'budget.read');

    const { body: read } = await served.request('GET', `/clubs/${club}`, undefined, user);
    const same = await served.request('PUT', `/clubs/${club}`, read, user);
    const other = await served.request('PUT', `/clubs/${club}`, { ...read, city_id: city + 1 }, user);

    expect([read.city_id, same.status, other.status]).toEqual([city, 200, 403]);
  });
});

describe('A field that a request may not GET', () => {
  let club: number;

  beforeAll(async () => {
    const city = await create('/cities', { name: 'Ulm' });
    club = await create('/clubs', {
      name: 'Hidden',
      city_id: city,
      teams: [{ name: 'First', players: [{ name: 'Ada' }] }],
    });
  });

  const reader = () => holding('club.get');

  it.each([
    ['include=teams', '"teams.get"'],
    ['include=name,teams.name', '"teams.get"'],
    ['expand=city', '"city.get"'],
    ['expand=sponsors', '"sponsors.get" and "sponsor.get"'],
    ['teams.name=First', '"teams.get"'],
    ['teams.players.name[like]=*', '"teams.get" and "players.get"'],
    ['clubs.city.name=Ulm', '"city.get"'],
  ])('cannot be included, expanded or searched: ?%s', async (query, needed) => {
    for (const path of [`/clubs?${query}`, `/clubs/${club}?${query}`]) {
      const { status, body } = await served.request('GET', path, undefined, reader());
      expect([path, status]).toEqual([path, 403]);
      expect(body.detail).toContain(needed);
      expect((await served.request('GET', path, undefined, everything)).status).toBe(200);
      expect((await served.request('HEAD', path, undefined, reader())).status).toBe(403);
    }
  });

  it('is not among the known names in an error', async () => {
    const { status, body } = await served.request('GET', '/clubs?colour=red', undefined, reader());
    const { body: more } = await served.request('GET', '/clubs?include=colour', undefined, reader());

    expect(status).toBe(400);
    expect(body.detail).toMatch(/Known parameters: name,/);
    for (const detail of [body.detail, more.detail]) expect(detail).not.toMatch(/teams|players|city\.|sponsors|budget/);
  });

  it('may be excluded, since it is not returned anyway', async () => {
    expect((await served.request('GET', '/clubs?exclude=teams', undefined, reader())).status).toBe(200);
  });

  it('is not in the response to a write, which has the key only', async () => {
    const body = { name: 'United' };
    const created = await served.request('POST', '/clubs', body, holding('club.post'));
    const updated = await served.request('PUT', `/clubs/${club}`, { name: 'New' }, holding('club.put'));
    const several = await served.request('POST', '/clubs', [body], holding('club.post'));

    expect([created.status, Object.keys(created.body)]).toEqual([201, ['id']]);
    expect(created.headers.get('Location')).toBe(`/clubs/${created.body.id}`);
    expect([updated.status, updated.body]).toEqual([200, { id: club }]);
    expect([several.status, Object.keys(several.body[0])]).toEqual([201, ['id']]);
  });
});

describe('An action', () => {
  it('requires its own permissions, or without any those of PUT on its root', async () => {
    const club = await create('/clubs', { name: 'United' });
    const team = await create(`/clubs/${club}/teams`, { name: 'First' });
    const call = (path: string, body: unknown, ...permissions: string[]) =>
      served.request('PUT', `/clubs/${club}${path}`, body, holding(...permissions));

    expect((await call('/close', {}, 'club.put')).status).toBe(403);
    expect((await call('/close', {}, 'club.close')).status).toBe(204);
    expect((await call('/rename', { name: 'New' }, 'club.close')).status).toBe(403);
    expect((await call('/rename', { name: 'New' }, 'club.put')).status).toBe(204);
    expect((await call(`/teams/${team}/promote`, {}, 'team.promote', 'club.vote')).status).toBe(403);
    const all = ['team.promote', 'club.vote', 'club.get', 'teams.get'];
    expect((await call(`/teams/${team}/promote`, {}, ...all)).status).toBe(204);
  });
});

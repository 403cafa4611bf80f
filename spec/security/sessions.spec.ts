import { ConfiguredUsers, MemorySessions, type StoredUser } from '../../lib/security';
import { Sessions } from '../../lib/security/session/sessions';

const MINUTE_MS = 60_000;
const ADA: StoredUser = { passwordHash: 'one', roles: ['clerk'] };

function setUp(users: Record<string, StoredUser> = { ada: ADA }) {
  const clock = { atMs: 1_000_000 };
  const store = new MemorySessions();
  const people = { ...users };
  const section = { idleTimeoutS: 600, absoluteTimeoutS: 3600 };
  const find = (name: string) => new ConfiguredUsers(people).find(name);
  return { clock, store, people, sessions: new Sessions(store, { find }, section, () => clock.atMs) };
}

describe('A session', () => {
  it('has an id of 256 random bits, which is not stored', async () => {
    const { sessions, store } = setUp();
    const keys = jest.spyOn(store, 'create');

    const [one, other] = [await sessions.begin('ada'), await sessions.begin('ada')];

    expect(one).toMatch(/^[\w-]{43}$/);
    expect(other).not.toBe(one);
    expect(JSON.stringify(keys.mock.calls)).not.toContain(one);
    expect(await sessions.find(one)).toEqual({ name: 'ada', user: ADA });
    expect(await sessions.find(`${one.slice(1)}A`)).toBeUndefined();
  });

  it('ends when it is idle, and continues while it is used', async () => {
    const { sessions, clock } = setUp();
    const [used, unused] = [await sessions.begin('ada'), await sessions.begin('ada')];

    for (let minutes = 0; minutes < 15; minutes += 5) {
      clock.atMs += 5 * MINUTE_MS;
      expect(await sessions.find(used)).toBeDefined();
    }

    expect(await sessions.find(unused)).toBeUndefined();
  });

  it('ends after the absolute timeout, even when it is used', async () => {
    const { sessions, clock } = setUp();
    const id = await sessions.begin('ada');

    for (let minutes = 0; minutes < 59; minutes += 1) {
      clock.atMs += MINUTE_MS;
      expect(await sessions.find(id)).toBeDefined();
    }
    clock.atMs += MINUTE_MS;

    expect(await sessions.find(id)).toBeUndefined();
  });

  it('is not written on every use', async () => {
    const { sessions, clock, store } = setUp();
    const touches = jest.spyOn(store, 'touch');
    const id = await sessions.begin('ada');

    for (let seconds = 0; seconds < 120; seconds += 1) {
      clock.atMs += 1000;
      await sessions.find(id);
    }

    expect(touches.mock.calls).toHaveLength(2);
  });

  it.each<[string, (people: Record<string, StoredUser>) => void]>([
    ['its user is removed', (people) => void delete people.ada],
    [
      'the password of its user changes',
      (people) => void Object.assign(people, { ada: { ...ADA, passwordHash: 'two' } }),
    ],
  ])('ends for good when %s', async (_, change) => {
    const { sessions, people } = setUp();
    const id = await sessions.begin('ada');

    change(people);
    expect(await sessions.find(id)).toBeUndefined();
    people.ada = ADA;

    expect(await sessions.find(id)).toBeUndefined();
  });

  it('has the current roles of its user', async () => {
    const { sessions, people } = setUp();
    const id = await sessions.begin('ada');

    people.ada = { ...ADA, roles: [] };

    expect((await sessions.find(id))?.user.roles).toEqual([]);
  });

  it('is removed from the store once it has expired', async () => {
    const { sessions, clock, store } = setUp();
    const swept = jest.spyOn(store, 'removeExpired');
    await sessions.begin('ada');

    clock.atMs += 60 * MINUTE_MS;
    await sessions.begin('ada');

    expect(swept).toHaveBeenLastCalledWith(clock.atMs - 3_600_000, clock.atMs - 600_000);
  });
});

import { join } from 'node:path';
import { koaggregate } from '../support/koaggregate';

const PROJECT = join(__dirname, '..', 'support', 'audited');

const routes = (...words: string[]) => koaggregate('routes', '--project', PROJECT, '--modules', PROJECT, ...words);

describe('koaggregate routes', () => {
  it('prints method, path, name and permissions of each route, in columns', async () => {
    const { code, out } = await routes();

    expect(code).toBe(0);
    expect(out).toMatch(/^POST {4}\/ledgers +createLedger +ledgers\.create$/m);
    expect(out).toMatch(/^PUT {5}\/ledgers\/\{id\}\/close +\w+ +ledgers\.close$/m);
  });

  it('prints the media type of a batch, which shares its path with an update', async () => {
    expect((await routes()).out).toMatch(
      /^PATCH {3}\/ledgers\/\{id\} as application\/vnd\.koaggregate\.batch\+json +batchLedger$/m,
    );
  });

  it('prints JSON with --json', async () => {
    const { code, out } = await routes('--json');

    expect(code).toBe(0);
    expect(JSON.parse(out)).toContainEqual({
      application: 'LedgersApplication',
      method: 'POST',
      path: '/ledgers',
      name: 'createLedger',
      resource: 'generated',
      permissions: ['ledgers.create'],
    });
  });
});

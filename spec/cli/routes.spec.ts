import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Module } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { koaggregate } from '../support/koaggregate';
import { koaggregateInProject } from '../support/koaggregate-in-project';

const PROJECT = join(__dirname, '..', 'support', 'audited');

const DRIVERS = ['sqlite3', 'mysql2'];

const GUARDED = `
const { Application } = require(${JSON.stringify(join(__dirname, '../../lib/doors/core.ts'))});
class Hours { read() {} }
class OfficeHours { checkRequest() {} }
exports.ShopApplication = class ShopApplication extends Application {
  constructor() { super({ configuration: { name: 'shop' } }); }
  defineRoutes() { this.resource(Hours).builder('/hours').action('GET', 'read'); }
  addFilters() { this.addGuard(new OfficeHours()); }
};
`;

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
      guards: ['SecurityGuard'],
    });
  });

  it('needs no driver of the database', async () => {
    const loader = Module as unknown as { _resolveFilename: (request: string, ...more: unknown[]) => string };
    const { _resolveFilename: resolve } = loader;
    loader._resolveFilename = (request, ...more) => {
      if (!DRIVERS.includes(request)) return resolve(request, ...more);
      throw Object.assign(new Error(`Cannot find module '${request}'`), { code: 'MODULE_NOT_FOUND' });
    };
    try {
      expect(await routes()).toMatchObject({ code: 0, err: '' });
    } finally {
      loader._resolveFilename = resolve;
    }
  });

  it('prints the guards that the application adds after the permissions', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'guarded-'));
    writeFileSync(join(folder, 'package.json'), '{}');
    writeFileSync(join(folder, 'shop.js'), GUARDED);
    try {
      const { code, out } = await koaggregateInProject(
        folder,
        folder,
        'routes',
        '--modules',
        '.',
        '--application',
        './shop',
      );

      expect(code).toBe(0);
      expect(out).toMatch(/^GET {2}\/hours {2}read \(Hours\) +OfficeHours$/m);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { widenings } from '../../lib/cli/audit/widenings';
import type { MatrixRow } from '../../lib/rest';
import { koaggregate } from '../support/koaggregate';

const PROJECT = join(__dirname, '..', 'support', 'audited');

const audit = (...words: string[]) => koaggregate('audit', '--project', PROJECT, '--modules', PROJECT, ...words);

type Matrices = Record<string, readonly (MatrixRow & { permissions: string[] })[]>;

async function matrices(): Promise<Matrices> {
  const { out } = await audit('--format', 'json');
  return JSON.parse(out) as Matrices;
}

const rowOf = (all: Matrices, route: string) =>
  all.LedgersApplication!.find(({ method, path }) => `${method} ${path}` === route)!;

describe('koaggregate audit', () => {
  it('prints the permissions, scopes and members of each route, and their declarations', async () => {
    const all = await matrices();

    expect(rowOf(all, 'POST /ledgers')).toEqual({
      method: 'POST',
      path: '/ledgers',
      name: 'createLedger',
      requires_credentials: true,
      resource: 'generated',
      permissions: ['ledgers.create'],
      is_public: false,
      declared_at: ['Ledger'],
      scope: ['Ledger'],
      readable: [
        { name: 'id', permissions: [] },
        { name: 'name', permissions: [] },
        { name: 'balance', permissions: ['ledgers.balance'] },
        { name: 'auditor_id', permissions: [] },
        { name: 'created_at', permissions: [] },
        { name: 'updated_at', permissions: [] },
        { name: 'auditor{}', permissions: ['auditors.read'] },
        { name: 'entries[]', permissions: [] },
      ],
      writable: [
        { name: 'name', permissions: [] },
        { name: 'balance', permissions: ['ledgers.balance'] },
        { name: 'auditor_id', permissions: ['auditors.read'] },
        { name: 'entries[]', permissions: [] },
      ],
    });
    expect(rowOf(all, 'PATCH /ledgers/{id}').permissions).toEqual(['ledgers.update']);
    expect(rowOf(all, 'PUT /ledgers/{id}/close')).toMatchObject({
      permissions: ['ledgers.close'],
      declared_at: ['Ledger.close'],
      writable: [{ name: 'reason', permissions: [] }],
    });
    expect(rowOf(all, 'POST /ledgers/{ledger_id}/entries').is_public).toBe(true);
    expect(rowOf(all, 'DELETE /ledgers/{ledger_id}/entries/{id}').declared_at).toEqual(['Ledger.entries']);
  });

  it.each([
    ['table', /^LedgersApplication\n\nMethod +Path +Permissions/],
    ['markdown', /^## LedgersApplication\n\n\| Method \| Path \| Permissions \| Scope \|/],
  ])('prints a %s', async (format, heading) => {
    const { code, out } = await audit('--format', format);

    expect(code).toBe(0);
    expect(out).toMatch(heading);
    expect(out).toMatch(/PUT +\|? ?\/ledgers\/\{id\}\/close +\|? ?ledgers\.close/);
    expect(out).not.toContain('notes');
  });

  it('rejects an unknown format', async () => {
    const { code, err } = await audit('--format', 'pdf');

    expect(code).toBe(2);
    expect(err).toContain("argument 'pdf' is invalid. Allowed choices are table, json, markdown.");
  });
});

describe('koaggregate audit --check', () => {
  let folder: string;
  let now: Matrices;

  beforeAll(async () => {
    now = await matrices();
  });
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'audit-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** Runs the check against a file in which one row is different. */
  const checkAgainst = (route: string, different: Partial<MatrixRow> | undefined) => {
    const rows = now.LedgersApplication!.flatMap((row) => {
      if (`${row.method} ${row.path}` !== route) return [row];
      return different ? [{ ...row, ...different }] : [];
    });
    const file = join(folder, 'matrix.json');
    writeFileSync(file, JSON.stringify({ LedgersApplication: rows }));
    return audit('--check', file);
  };

  it('passes when nothing has changed', async () => {
    const { code, out } = await checkAgainst('GET /ledgers', {});

    expect(code).toBe(0);
    expect(out).toMatch(/^Nothing has widened since /);
  });

  it.each<[string, Partial<MatrixRow> | undefined, string]>([
    ['PUT /ledgers/{id}/close', undefined, 'PUT /ledgers/{id}/close is new and requires "ledgers.close".'],
    ['GET /ledgers', { permissions: ['ledgers.read'] }, 'GET /ledgers no longer requires "ledgers.read".'],
    ['POST /ledgers/{ledger_id}/entries', { is_public: false }, 'POST /ledgers/{ledger_id}/entries is public now.'],
    [
      'POST /ledgers/{ledger_id}/entries',
      { requires_credentials: true },
      'POST /ledgers/{ledger_id}/entries no longer requires credentials.',
    ],
    ['GET /auditors', { scope: ['Auditor'] }, 'GET /auditors is no longer narrowed by the scope of Auditor.'],
    ['GET /ledgers', { readable: [] }, 'GET /ledgers can read balance now.'],
    [
      'PUT /ledgers/{id}',
      { writable: [{ name: 'name', permissions: ['ledgers.rename'] }] },
      'PUT /ledgers/{id} can write name without "ledgers.rename".',
    ],
  ])('fails when the access of %s has widened', async (route, before, sentence) => {
    const { code, err } = await checkAgainst(route, before);

    expect(code).toBe(1);
    expect(err).toContain(`LedgersApplication: ${sentence}`);
  });

  it.each([
    [{ permissions: [], requires_credentials: true }, 'credentials'],
    [{ permissions: [], requires_credentials: false }, 'nothing'],
  ])('says what a new route requires', (row, required) => {
    const added = { ...now.LedgersApplication![0]!, ...row, method: 'GET', path: '/added' };

    expect(widenings({}, { LedgersApplication: [added] })).toEqual([
      `LedgersApplication: GET /added is new and requires ${required}.`,
    ]);
  });

  it('passes when access has narrowed', async () => {
    const { code } = await checkAgainst('POST /ledgers', { permissions: [], scope: [] });

    expect(code).toBe(0);
  });

  it.each([
    ['does not exist', undefined, /nowhere\.json does not exist\./],
    ['is not JSON', '# Permissions\n\nNone.', /nowhere\.json is not JSON \(.*\)\./],
    ['is other JSON', '{ "name": "ledgers" }', /nowhere\.json is not the output of an audit\./],
  ])('rejects a file that %s, on one line that says how to write it', async (_, text, message) => {
    const file = join(folder, 'nowhere.json');
    if (text !== undefined) writeFileSync(file, text);

    const { code, err } = await audit('--check', file);

    expect(code).toBe(1);
    expect(err).toMatch(message);
    expect(err).toMatch(/^koaggregate audit: .* Write it with koaggregate audit --format json\.$/m);
  });
});

describe('koaggregate audit --application', () => {
  let config: string;

  beforeEach(() => {
    config = mkdtempSync(join(tmpdir(), 'audit-'));
    copyFileSync(join(PROJECT, 'config', 'ledgers.yml'), join(config, 'ledgers.yml'));
  });
  afterEach(() => rmSync(config, { recursive: true }));

  it('names an application that no services file lists', async () => {
    const { out, err, code } = await audit('--config', config, '--application', 'ledgers-application');

    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/^LedgersApplication\n/);
    expect(await audit('--config', config, '--application', 'ledgers-application:LedgersApplication')).toEqual(
      expect.objectContaining({ out }),
    );
  });

  it.each([
    [[], /No application was found in .* or use --project-dir DIR or --application MODULE\.$/],
    [['--application', 'elsewhere'], /"elsewhere" cannot be loaded .* Use --modules DIR to name the folder/],
  ])('is suggested when no application is found: %j', async (words, message) => {
    expect(await audit('--config', config, ...words)).toMatchObject({ code: 1, err: expect.stringMatching(message) });
  });
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkConfiguration } from '../../../lib/cli/doctor/check-configuration';
import type { Container } from '../../../lib/core';

let configDir: string;

beforeEach(() => {
  configDir = mkdtempSync(join(tmpdir(), 'configuration-'));
});
afterEach(() => rmSync(configDir, { recursive: true }));

/** The values of a container or an application, each with its origin: a file of the project, or defaults. */
type Values = Readonly<Record<string, readonly [value: unknown, file: string]>>;

function described(name: string, values: Values) {
  const entries = Object.entries(values).map(([key, [value, file]]) => {
    const origin = file === 'code' ? 'application' : join(configDir, file);
    return { key, value, origin };
  });
  return { name, entries };
}

/** `clinic: idempotency.waitMs: idempotency.key is "off"`. */
function problems(own: Values, ...applications: Values[]): readonly string[] {
  const all = [described('container', own), ...applications.map((values, index) => described(`shop${index}`, values))];
  const container = { describe: () => all, applications: applications.map(() => ({ project: { configDir } })) };
  return checkConfiguration(container as unknown as Container).map(({ code, place, problem }) =>
    code === 'CONFIGURATION_UNREAD' ? `unread: ${place.split(/[\\/]/).at(-1)}` : `${place.split(' ')[1]}: ${problem}`,
  );
}

const off = (reason: string) => `The key has no effect: ${reason}.`;

describe('checkConfiguration()', () => {
  it.each<[key: string, by: string, value: unknown, reason: string]>([
    ['idempotency.waitMs', 'idempotency.key', 'off', 'idempotency.key is "off"'],
    ['db.migrations.waitMs', 'db.migrations.onStart', false, 'db.migrations.onStart is false'],
    ['security.publicPaths', 'security.authenticate', 'whenRequired', 'security.authenticate is "whenRequired"'],
    ['apidocs.title', 'apidocs.serve', 'none', 'apidocs.serve is "none"'],
    ['admin.permissions', 'admin.routes', 'off', 'admin.routes is "off"'],
  ])('reports %s while %s disables it', (key, by, value, reason) => {
    const values = { [key]: [1, 'shop.yml'], [by]: [value, 'defaults.yml'] } as const;

    expect(problems({}, values)).toEqual([`${key}: ${off(reason)}`]);
    expect(problems({}, { ...values, [by]: ['on', 'shop.yml'] })).toEqual([]);
  });

  it('ignores values of the defaults and of code', () => {
    const key = { 'idempotency.key': ['off', 'shop.yml'] } as const;

    expect(problems({}, { ...key, 'idempotency.waitMs': [1, 'defaults.yml'] })).toEqual([]);
    expect(problems({}, { ...key, 'idempotency.waitMs': [1, 'code'] })).toEqual([]);
  });

  it('reports values of the container that every application overrides', () => {
    const own = { 'limits.body': [1, 'container.yml'], 'limits.headers': [1, 'container.yml'] } as const;
    const inherited = { 'limits.body': [1, 'container.yml'] } as const;
    const overriding = { 'limits.body': [2, 'shop.yml'], 'limits.headers': [2, 'shop.yml'] } as const;

    expect(problems(own, overriding, overriding)).toEqual([`limits.body: ${off('every application overrides it')}`]);
    expect(problems(own, overriding, inherited)).toEqual([]);
    expect(problems(own)).toEqual([]);
  });

  it('reports files that no application reads', () => {
    for (const name of ['shop.yml', 'shp.yml', 'container.yml', 'notes.txt']) writeFileSync(join(configDir, name), '');

    expect(problems({}, { name: ['shop', 'shop.yml'] })).toEqual(['unread: shp.yml']);
  });

  it('reports nothing for a container without applications', () => {
    writeFileSync(join(configDir, 'shop.yml'), '');

    expect(problems({})).toEqual([]);
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { dialectFaults } from './support/architecture/dialect-faults';

const ROOT = join(__dirname, '..');

describe('The dialect of a database', () => {
  it('is asked for what is needed, and nowhere for its name', () => {
    const files = readdirSync(join(ROOT, 'lib'), { recursive: true, encoding: 'utf8' }).filter((path) =>
      path.endsWith('.ts'),
    );

    const faults = files.flatMap((path) =>
      dialectFaults(`lib/${path.split(sep).join('/')}`, readFileSync(join(ROOT, 'lib', path), 'utf8')),
    );

    expect(files.length).toBeGreaterThan(0);
    expect(faults).toEqual([]);
  });

  it.each([
    ['if (sequelize.getDialect() === other) run();', 'getDialect belongs to dialectOf'],
    ['const isSqlite = url.isSqlite;', 'isSqlite asks which database it is'],
    ['if (server.isMariadb) run();', 'isMariadb asks which database it is'],
    ["if (dialect.name === 'mysql') run();", 'it names mysql'],
    ["switch (name) { case 'mariadb': run(); }", 'it names mariadb'],
    ["type Name = 'sqlite' | undefined;", 'it names sqlite'],
    ["import { sqlite } from '../dialects/sqlite';", 'it imports ../dialects/sqlite'],
  ])('is not asked for its name by %s', (text, fault) => {
    expect(dialectFaults('lib/persistence/reads/a.ts', text)).toContain(`lib/persistence/reads/a.ts:1: ${fault}`);
  });

  it('is asked by its members, and may be named in words', () => {
    const text = "// 'sqlite'\nconst { keyAt } = dialectOf(sequelize).driver; throw new Error('Not on sqlite.');";

    expect(dialectFaults('lib/persistence/reads/a.ts', text)).toEqual([]);
  });
});

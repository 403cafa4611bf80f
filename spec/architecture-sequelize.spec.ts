import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { countCasts, MEMBERS, sequelizeFaults } from './support/architecture/sequelize-faults';

const ROOT = join(__dirname, '..');

/** The folder casts once for each subject that no narrower type describes. */
const CASTS_OF_THE_FOLDER = 6;

describe("Sequelize's undeclared members", () => {
  it('stand in one folder, so that other files cast to none of them', () => {
    const files = filesIn('lib/persistence');

    const faults = files.flatMap((path) => sequelizeFaults(path, textOf(path)));

    expect(files.length).toBeGreaterThan(0);
    expect(faults).toEqual([]);
  });

  it('have few casts inside of it', () => {
    const casts = filesIn(MEMBERS).map((path) => countCasts(textOf(path)));

    expect(casts.reduce((all, count) => all + count, 0)).toBeLessThanOrEqual(CASTS_OF_THE_FOLDER);
  });

  it.each([
    ['const changed = row._changed;', '_changed'],
    ['const { _options: given } = row;', '_options'],
    ['const { _options } = row;', '_options'],
    ["row['_changed'].clear();", '_changed'],
    ['generator._findField = find;', '_findField'],
    ['interface Row { readonly _changed: object }', '_changed'],
    ['class Own extends Query { override _handle(): void {} }', '_handle'],
  ])('are not named by %s', (text, name) => {
    expect(sequelizeFaults('lib/persistence/models/a.ts', text)).toContain(
      `lib/persistence/models/a.ts:1: ${name} belongs to ${MEMBERS}`,
    );
  });

  it('are not reached by a cast past unknown', () => {
    expect(sequelizeFaults('lib/persistence/models/a.ts', 'const own = row as unknown as Own;')).toEqual([
      'lib/persistence/models/a.ts:1: it casts past unknown',
    ]);
  });

  it('do not include parameters, variables and members of the driver', () => {
    const text = 'const take = (_first: Row, { id: _id, ..._others }: Row) => connection._command;';

    expect(sequelizeFaults('lib/persistence/models/a.ts', text)).toEqual([]);
  });
});

function filesIn(folder: string): string[] {
  const names = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' });
  return names.filter((name) => name.endsWith('.ts')).map((name) => join(folder, name).split(sep).join('/'));
}

function textOf(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

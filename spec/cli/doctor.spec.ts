import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Finding } from '../../lib/cli/doctor/finding';
import { koaggregate } from '../support/koaggregate';
import { prepare } from '../support/serve-shop';
import { createTestDatabase, dialect, type TestDatabase } from '../support/test-database';

jest.setTimeout(60_000);

const MODULES = join(__dirname, '..', 'support', 'ailing');
const SOURCE = `
import { Column, Table } from 'sequelize-typescript';

@Table
export class Bed {
  @Column number!: number;
  @Column declare ward: string;
}
`;

let database: TestDatabase;
let folder: string;

beforeEach(async () => {
  database = await createTestDatabase();
  folder = mkdtempSync(join(tmpdir(), 'koaggregate-clinic-'));
  mkdirSync(join(folder, 'config'));
  configure('');
});
afterEach(async () => {
  await database.drop();
  rmSync(folder, { recursive: true });
});

function configure(more: string): void {
  writeFileSync(join(folder, 'config', 'clinic.yml'), `name: clinic\ndb:\n  url: ${database.url}\n${more}`);
}

function command(...words: string[]) {
  const project = ['--project', folder, '--modules', MODULES, '--application', 'clinic-application:ClinicApplication'];
  return koaggregate(...words, ...project);
}

async function findings(): Promise<readonly Finding[]> {
  return JSON.parse((await command('doctor', '--json')).out);
}

/** Creates the tables of the models with their declared indexes. */
async function migrate(): Promise<void> {
  await command('migrate', 'create', 'begin', '--from-models');
  await command('migrate', 'up');
}

const placesOf = (all: readonly Finding[], code: string) =>
  all.filter((one) => one.code === code).map(({ place }) => place);

describe('koaggregate doctor', () => {
  it('compares models and database', async () => {
    expect(placesOf(await findings(), 'TABLE_MISSING').sort()).toEqual(['Note (notes)', 'Patient (patients)']);

    await migrate();

    expect(placesOf(await findings(), 'TABLE_MISSING')).toEqual([]);
  });

  it('reports as a note what the next start adds', async () => {
    configure('  providerProperties:\n    hbm2ddl.auto: update\n');

    const missing = (await findings()).filter(({ code }) => code === 'TABLE_MISSING');

    expect(missing.map(({ level }) => level)).toEqual(['note', 'note']);
  });

  it('reports searched fields without an index; --fix writes a migration that adds indexes', async () => {
    await migrate();
    const before = placesOf(await findings(), 'COLUMN_UNINDEXED').sort();

    const { err } = await command('doctor', '--fix');
    await command('migrate', 'up');

    expect(before).toEqual([
      'Note.kind (notes.kind)',
      'Note.urgency (notes.urgency)',
      'Patient.history (patients.history)',
    ]);
    expect(err).toMatch(
      /^migrations\/\d{14}-add-missing-indexes\.sql adds 2 indexes\. Run it with koaggregate migrate up\.$/m,
    );
    expect(placesOf(await findings(), 'COLUMN_UNINDEXED')).toEqual(['Patient.history (patients.history)']);
    const file = readdirSync(join(folder, 'migrations')).find((name) => name.includes('indexes'))!;
    expect(readFileSync(join(folder, 'migrations', file), 'utf8')).toContain(
      'CREATE INDEX `notes_kind` ON `notes` (`kind`)',
    );
  });

  it('names both ways for tables and columns without a class or a field, unless none could be generated', async () => {
    await migrate();
    const type = dialect === 'sqlite' ? 'GEOMETRY' : 'POINT';
    await prepare(database.url, [
      'CREATE TABLE beds (id INTEGER PRIMARY KEY)',
      'CREATE TABLE entries (happened DATETIME NOT NULL)',
      'CREATE TABLE SequelizeMeta (name VARCHAR(100) PRIMARY KEY)',
      'ALTER TABLE notes ADD COLUMN colour VARCHAR(20) NULL',
      `ALTER TABLE notes ADD COLUMN place ${type} NULL`,
    ]);

    const found = (await findings()).filter(({ code }) => code.endsWith('_EXTRA'));

    const left = 'It can stay: koaggregate generate-models leaves it out, because';
    expect(Object.fromEntries(found.map(({ place, remedy }) => [place, remedy]))).toEqual({
      beds: 'Write its class (koaggregate generate-models --from-database --tables beds), or drop it by a migration if no other code uses it.',
      entries: `${left} it has no primary key: add one with a migration.`,
      'Note (notes.colour)': 'Add the field, or drop the column by a migration if no other code uses it.',
      'Note (notes.place)': expect.stringMatching(new RegExp(`^${left} its type ${type} is not supported\\.$`, 'i')),
    });
  });

  it('names the columns that have dates which no calendar has', async () => {
    await migrate();
    await prepare(database.url, [
      ...(dialect === 'sqlite' ? [] : ["SET SESSION sql_mode = ''"]),
      "INSERT INTO patients (created_at, updated_at, version) VALUES ('0000-00-00 00:00:00', '2026-02-00 08:30:00', 0)",
      "INSERT INTO notes (author, state, created_at, updated_at, version) VALUES ('a', 'b', '0001-01-01', '2026-02-28', 0)",
    ]);

    const found = (await findings()).filter(({ code }) => code === 'DATE_INVALID');

    expect(found).toEqual([
      {
        code: 'DATE_INVALID',
        level: 'warning',
        place: 'Patient.createdAt (patients.created_at)',
        problem: expect.stringContaining('have dates that no calendar has, such as "0000-00-00 00:00:00'),
        remedy: 'Set them to NULL by a migration.',
      },
      expect.objectContaining({ place: 'Patient.updatedAt (patients.updated_at)' }),
    ]);
  });

  it('reports children that a delete of their parent leaves behind', async () => {
    const all = await findings();

    expect(placesOf(all, 'CHILDREN_WITHOUT_CASCADE')).toEqual(['Patient.notes', 'Patient.archive']);
  });

  it('reports classes with slower reads as notes, with the reason', async () => {
    const all = await findings();

    expect(all.filter(({ code }) => code.endsWith('SLOWER'))).toEqual([
      expect.objectContaining({
        level: 'note',
        code: 'READS_SLOWER',
        problem: expect.stringMatching(/has the hook afterFind\.$/),
      }),
    ]);
  });
});

describe('koaggregate doctor, of the routes and the configuration,', () => {
  it('reports write routes without a permission when others have one', async () => {
    const places = placesOf(await findings(), 'WRITE_UNPROTECTED');

    expect(places).toContain('PUT /patients/{id}');
    expect(places).not.toContain('POST /patients');
  });

  it('reports overrides that other routes of the same operation bypass', async () => {
    const found = (await findings()).filter(({ code }) => code === 'OVERRIDE_BYPASSED');

    expect(found).toEqual([
      {
        code: 'OVERRIDE_BYPASSED',
        level: 'warning',
        place: 'PatientResource.deletePatientNote',
        problem:
          'The method does not override all generated routes that delete Note entities. Others: DELETE /patients/{patient_id}/archive/{id} (deletePatientArchive).',
        remedy: 'Override them too, or turn their flags off in @Collection, @One or @AggregateRoot.',
      },
    ]);
  });

  it('reports routes whose every create is rejected, since no payload can set a required field', async () => {
    const found = (await findings()).filter(({ code }) => code === 'CREATE_IMPOSSIBLE');

    expect(found).toEqual([
      expect.objectContaining({
        level: 'warning',
        place: 'POST /patients/{patient_id}/notes',
        problem: expect.stringContaining('Note.author is required and has no default, and is marked @ReadOnly'),
      }),
    ]);
  });

  it('reports configuration keys without effect, and files that are not read', async () => {
    configure('idempotency:\n  waitMs: 100\n');
    writeFileSync(join(folder, 'config', 'clinik.yml'), 'name: clinik\n');

    const all = await findings();

    expect(placesOf(all, 'KEY_UNREACHABLE')).toEqual([expect.stringMatching(/idempotency\.waitMs \(.*clinic\.yml\)$/)]);
    expect(placesOf(all, 'CONFIGURATION_UNREAD')).toEqual([expect.stringMatching(/clinik\.yml$/)]);
  });

  it('reports fields without declare by file and line', async () => {
    mkdirSync(join(folder, 'node_modules'));
    mkdirSync(join(folder, 'src'));
    writeFileSync(join(folder, 'src', 'bed.ts'), SOURCE);
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ include: ['src'] }));
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'clinic', imports: {} }));
    symlinkSync(dirname(require.resolve('typescript/package.json')), join(folder, 'node_modules', 'typescript'));

    const all = await findings();

    expect(placesOf(all, 'FIELD_NOT_DECLARED')).toEqual(['Bed.number (src/bed.ts:6)']);
  });

  it('reports an error that prevents the start', async () => {
    configure('colour: red\n');

    const { code, out } = await command('doctor');

    expect(code).toBe(1);
    expect(out).toMatch(/^ERROR {2}ConfigurationError {2}startup\n {2}.*colour/);
    expect(out).toMatch(/\n1 error, 0 warnings, 0 notes$/);
  });

  it('checks a project without a domain model', async () => {
    const project = join(__dirname, '..', '..', 'samples', 'core-only');

    const checked = await koaggregate('doctor', '--project', project, '--modules', join(project, 'src'));

    expect(checked).toMatchObject({ code: 0, out: 'No problems found.' });
  });

  it('fails for errors and warnings', async () => {
    expect((await command('doctor')).code).toBe(1);
  });
});

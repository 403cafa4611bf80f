import { readFileSync } from 'node:fs';
import type { DomainClass } from '../../lib';
import { SeveralMistakes } from '../../lib/foundation';
import { Application } from '../../lib/rest';
import { tenMistakes } from '../support/mistaken/ten-mistakes';
import { POOL } from '../support/open-store';
import { createTestDatabase, type TestDatabase } from '../support/test-database';

const DOCUMENTED = readFileSync('docs/metadata.md', 'utf8').match(
  /```text\nThe start failed: (there are 10 [^`]*)\n```/,
)?.[1];

describe('a domain model with mistakes', () => {
  let database: TestDatabase;
  const warnings: string[] = [];

  beforeEach(async () => {
    warnings.length = 0;
    database = await createTestDatabase();
  });
  afterEach(() => database.drop());

  class MistakenApplication extends Application {}

  /** An application of these classes, or of this folder. */
  function application(domain: readonly unknown[] | string): Application {
    const db = { url: database.url, pool: POOL, providerProperties: { 'hbm2ddl.auto': 'update' } };
    const isFolder = typeof domain === 'string';
    return new MistakenApplication({
      ...(isFolder ? {} : { domain: domain as DomainClass[] }),
      configDir: __dirname,
      moduleRoot: __dirname,
      configuration: { name: 'mistaken', db: { ...db, ...(isFolder ? { packagesToScan: [domain] } : {}) } },
      logger: { info: () => undefined, warn: (line) => warnings.push(line), error: () => undefined },
    });
  }

  const failure = (run: Promise<unknown>) =>
    run.then(
      () => undefined,
      (error: unknown) => error,
    );

  it('reports ten mistakes of ten kinds in one message, each with class, member and fix', async () => {
    const error = (await failure(application(tenMistakes).start())) as SeveralMistakes;

    expect(error).toBeInstanceOf(SeveralMistakes);
    expect(error.mistakes.map((mistake) => (mistake as { code?: string }).code)).toEqual([
      'TIMESTAMPS_OFF',
      'TABLE_MARK_MISSING',
      'COLUMN_UNTYPED',
      'NAME_RESERVED',
      'FOREIGN_KEY_AMBIGUOUS',
      'FIELD_INITIALISED',
      'ENTITY_KEY_NOT_UNIQUE',
      'PRIMARY_KEY_TWICE',
      'ACTION_PARAMETER_UNTYPED',
      'CONSTRAINT_UNUSABLE',
    ]);
    expect(error.message).toBe(DOCUMENTED);
  });

  it('reports the same mistakes at the next start and on inspection', async () => {
    const mistaken = application(tenMistakes);
    await failure(mistaken.start());

    expect(await failure(mistaken.start())).toMatchObject({ message: DOCUMENTED });
    expect(await failure(application(tenMistakes).inspect())).toMatchObject({ message: DOCUMENTED });
  });

  it('reports a class that is not exported, and a root that is not a model', async () => {
    const error = (await failure(application('../support/mistaken/unexported').start())) as SeveralMistakes;

    expect(error.mistakes.map(({ message }) => message)).toEqual([
      'Doctor is marked as a domain class, but no module exports it: export the class.',
      'Timetable is not a model: extend BaseDomain, or Model of sequelize-typescript, or describe a plain model of Sequelize by describeModel.',
    ]);
    expect(warnings).toEqual([
      'Ward is marked as a domain class, but is in no module of db.packagesToScan: add its folder.',
    ]);
  });

  it('reports a class that is used before it is defined', async () => {
    const error = await failure(application('../support/mistaken/circular').start());

    expect(error).toMatchObject({ code: 'MODULE_CIRCULAR' });
    expect((error as Error).message).toMatch(
      /visit\.ts of db\.packagesToScan cannot be loaded: Patient is used in visit\.ts:\d+:\d+ before .* as Ref<Patient>, and pass the class/,
    );
  });
});

import { BelongsTo, Column, DataType, Index, Table } from 'sequelize-typescript';
import { AggregateRoot } from '../../../lib/metadata';
import { BaseDomain, type EntityId } from '../../../lib/persistence';
import { KeyOf, StringColumn } from '../../support/columns';
import { prepare } from '../../support/serve-shop';
import { databaseTexts, startAndStop, startSchema } from '../../support/start-schema';
import { createTestDatabase, dialect, type TestDatabase } from '../../support/test-database';

@AggregateRoot
@Table({ tableName: 'harbours' })
class Harbour extends BaseDomain {
  @StringColumn(20) declare name: string | null;
}

@AggregateRoot
@Table({ tableName: 'ships' })
class LooseShip extends BaseDomain {
  @Index('ships_by_harbour') @Column(DataType.BIGINT) declare harbourId: EntityId | null;
}

@AggregateRoot
@Table({ tableName: 'ships' })
class Ship extends BaseDomain {
  @Index('ships_by_harbour') @KeyOf(() => Harbour) declare harbourId: EntityId | null;
  @BelongsTo(() => Harbour) declare harbour: Harbour | null;
  @KeyOf(() => Ship) declare towedById: EntityId | null;
  @BelongsTo(() => Ship) declare towedBy: Ship | null;
}

const VALUES = "'2026-01-02 03:04:05', '2026-01-02 03:04:05', 0";
const SHIP = (id: number, harbour: number) =>
  `INSERT INTO ships (id, harbour_id, created_at, updated_at, version) VALUES (${id}, ${harbour}, ${VALUES})`;
const HARBOUR = `INSERT INTO harbours (id, created_at, updated_at, version) VALUES (1, ${VALUES})`;

describe('The foreign keys that hbm2ddl.auto: update adds', () => {
  let database: TestDatabase;

  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(() => database.drop());

  async function keys(): Promise<string[]> {
    const { dataSource } = await startSchema(database, 'none', [Harbour, Ship]);
    const tables = await dataSource.storedTables();
    await dataSource.close();
    return tables
      .flatMap(({ foreignKeys }) => foreignKeys.map(({ columns, table }) => `${columns} to ${table}`))
      .sort();
  }

  it('are those of new columns and of existing ones, with all rows, once', async () => {
    await startAndStop(database, 'update', [Harbour, LooseShip]);
    await prepare(database.url, [
      HARBOUR,
      SHIP(3, 1),
      'ALTER TABLE ships ADD flag VARCHAR(9)',
      "UPDATE ships SET flag = 'red'",
    ]);

    await startAndStop(database, 'update', [Harbour, Ship]);

    const after = await databaseTexts(database);
    expect(await keys()).toEqual(['harbour_id to harbours', 'towed_by_id to ships']);
    expect(after['rows of ships']).toMatchObject([{ id: 3, harbour_id: 1, towed_by_id: null, flag: 'red' }]);
    await startAndStop(database, 'update', [Harbour, Ship]);
    expect(await databaseTexts(database)).toEqual(after);
  });

  it('stop the start before anything is changed if rows violate one', async () => {
    await startAndStop(database, 'update', [Harbour, LooseShip]);
    await prepare(database.url, [SHIP(3, 9)]);
    const before = await databaseTexts(database);

    await expect(startAndStop(database, 'update', [Harbour, Ship])).rejects.toThrow(
      'The foreign key on harbour_id of the table ships cannot be created, since rows refer to no row of harbours: change these rows, or declare the association with constraints: false.',
    );

    expect(await databaseTexts(database)).toEqual(before);
  });

  it('are not those that the database would reject, which the log names', async () => {
    await prepare(database.url, [
      'CREATE TABLE harbours (id VARCHAR(9), created_at DATETIME, updated_at DATETIME, version INT)',
    ]);

    const lines = await startAndStop(database, 'update', [Harbour, Ship]);

    expect(lines.join()).toContain('Ship.harbourId (ships.harbour_id): the model has a foreign key to harbours');
    expect(await keys()).toEqual(['towed_by_id to ships']);
  });

  it('have other rules than the model if they exist already, which the log says', async () => {
    await startAndStop(database, 'update', [Harbour]);
    const key = dialect === 'sqlite' ? 'INTEGER PRIMARY KEY AUTOINCREMENT' : 'BIGINT AUTO_INCREMENT PRIMARY KEY';
    await prepare(database.url, [
      `CREATE TABLE ships (id ${key}, harbour_id BIGINT, towed_by_id BIGINT, created_at DATETIME(3) NOT NULL, updated_at DATETIME(3) NOT NULL, version INTEGER NOT NULL DEFAULT 0, FOREIGN KEY (harbour_id) REFERENCES harbours (id) ON DELETE CASCADE)`,
    ]);

    const lines = await startAndStop(database, 'update', [Harbour, Ship]);

    expect(lines.join()).toContain('the database has a foreign key to harbours (id) ON DELETE CASCADE');
    expect(await keys()).toEqual(['harbour_id to harbours', 'towed_by_id to ships']);
  });
});

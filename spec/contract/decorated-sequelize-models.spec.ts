import {
  AllowNull,
  Column,
  DataType,
  Default,
  ForeignKey,
  HasMany,
  Model,
  Sequelize,
  Table,
} from 'sequelize-typescript';
import { AggregateRoot, Application, type DomainClass } from '../../lib';
import { describeModel } from '../../lib/persistence';
import { POOL } from '../support/open-store';
import { serve } from '../support/serve-shop';
import { createTestDatabase, type TestDatabase } from '../support/test-database';

@Table({ tableName: 'rooms', underscored: true })
class Room extends Model {
  @AllowNull(false) @Column(DataType.STRING) declare label: string;
  @HasMany(() => Chair) declare chairs: Chair[];
}

@Table({ tableName: 'chairs', underscored: true })
class Chair extends Model {
  @Default(4) @Column(DataType.INTEGER) declare legs: number;
  @ForeignKey(() => Room) @AllowNull(false) @Column(DataType.INTEGER) declare roomId: number;
}

@AggregateRoot
@Table({ tableName: 'lamps', underscored: true })
class Lamp extends Model {
  @Column(DataType.STRING) declare label: string;
}

let database: TestDatabase;
let own: Sequelize;

beforeAll(async () => {
  database = await createTestDatabase();
  own = new Sequelize(database.url, { logging: false, models: [Room, Chair, Lamp] });
  await own.sync();
});
afterAll(async () => {
  await own.close();
  await database.drop();
});

describe('Classes of sequelize-typescript that other code has initialised', () => {
  const types = (): DomainClass[] => [describeModel(Room, { root: true }), describeModel(Chair), Lamp];

  it('are returned when the application stops, and can be taken again', async () => {
    for (const label of ['first', 'second']) {
      const served = await serve(types(), { database, properties: { 'hbm2ddl.auto': 'validate' } });
      const room = await served.request('POST', '/rooms', { label, chairs: [{}] });
      const lamp = await served.request('POST', '/lamps', { label });
      await served.stop();

      expect([room.status, room.body.chairs, lamp.status]).toMatchObject([201, [{ legs: 4 }], 201]);
      expect([Room.sequelize === own, Chair.sequelize === own, Lamp.sequelize === own]).toEqual([true, true, true]);
      const found = await Room.findOne({ where: { label }, include: [Chair], rejectOnEmpty: true });
      expect(found).toMatchObject({ label, chairs: [{ legs: 4 }] });
      expect(await Lamp.count({ where: { label } })).toBe(1);
    }
    await Room.create({ label: 'after the stop' });
    expect(await Room.count()).toBe(3);
  });

  it('are named in the log if their own Sequelize uses another database', async () => {
    const other = new Sequelize('sqlite::memory:', { logging: false, models: [Lamp] });
    const warn = jest.fn();
    const logger = { info: warn, warn, error: warn };
    const db = { url: database.url, pool: POOL };
    const application = new Application({
      domain: [Lamp],
      configDir: __dirname,
      logger,
      configuration: { name: 'x', db },
    });

    await application.start();
    await application.stop();
    await other.close();

    expect(warn).toHaveBeenCalledWith(expect.stringMatching(/^Lamp uses the database .*, and its own Sequelize uses/));
  });
});

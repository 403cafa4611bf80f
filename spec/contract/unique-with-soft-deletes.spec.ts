import 'reflect-metadata';
import { Table, Unique } from 'sequelize-typescript';
import { AggregateRoot, BaseDomain, Hidden } from '../../lib';
import { PersistenceError } from '../../lib/persistence';
import { RequiredString, StringColumn } from '../support/columns';
import { serve, useServed } from '../support/serve-shop';
import { dialect } from '../support/test-database';

@AggregateRoot
@Table({ tableName: 'taken_names', paranoid: true })
class Taken extends BaseDomain {
  @Unique @RequiredString(20) declare name: string;
}

/** A migration creates the index. */
@AggregateRoot
@Table({ tableName: 'badges', paranoid: true })
class Badge extends BaseDomain {
  @RequiredString(20) declare name: string;
  @Hidden @StringColumn(20) declare secret: string | null;
}

/** The statements of a migration, as in `docs/persistence.md`. */
const AMONG_LIVING = {
  sqlite: ['CREATE UNIQUE INDEX badges_name ON badges (name) WHERE deleted_at IS NULL'],
  mysql: [
    'ALTER TABLE badges ADD COLUMN is_there TINYINT AS (CASE WHEN deleted_at IS NULL THEN 1 END) VIRTUAL',
    'CREATE UNIQUE INDEX badges_name ON badges (name, is_there)',
  ],
}[dialect];

const served = useServed([Taken, Badge]);
const { request } = served;

beforeAll(async () => {
  for (const statement of AMONG_LIVING) await Badge.sequelize!.query(statement);
});

const taken = { status: 409, body: { detail: 'Another entity has the same name.' } };

describe('A unique value with soft deletes', () => {
  it('remains taken by a deleted entity when the model marks it so', async () => {
    const { body } = await request('POST', '/takens', { name: 'a' });
    await request('DELETE', `/takens/${body.id}`);

    expect(await request('POST', '/takens', { name: 'a' })).toMatchObject(taken);
    expect((await request('PUT', `/takens/${body.id}/restore`)).status).toBe(200);
  });

  it('is free again when the index covers existing rows only, and a restore responds 409 once it is taken', async () => {
    const first = (await request('POST', '/badges', { name: 'a' })).body;
    expect(await request('POST', '/badges', { name: 'a' })).toMatchObject(taken);
    await request('DELETE', `/badges/${first.id}`);
    const second = (await request('POST', '/badges', { name: 'a' })).body;
    await request('DELETE', `/badges/${second.id}`);
    const third = (await request('POST', '/badges', { name: 'a' })).body;

    expect(await request('PUT', `/badges/${first.id}/restore`)).toMatchObject(taken);
    expect(await request('PUT', `/badges/${second.id},${first.id}/restore`)).toMatchObject(taken);
    expect((await request('GET', '/badges')).body).toMatchObject([{ id: third.id }]);
    expect((await request('DELETE', `/badges/${third.id}`)).status).toBe(204);
    expect(await request('PUT', `/badges/${first.id},${second.id}/restore`)).toMatchObject(taken);
    expect((await request('PUT', `/badges/${first.id}/restore`)).status).toBe(200);
  });
});

describe('A unique index with a condition', () => {
  @AggregateRoot
  @Table({
    tableName: 'tickets',
    paranoid: true,
    indexes: [{ name: 'tickets_name', unique: true, fields: ['name'], where: { deleted_at: null } }],
  })
  class Ticket extends BaseDomain {
    @RequiredString(20) declare name: string;
  }

  it('is created on SQLite, and stops the start elsewhere, where Sequelize would omit the condition', async () => {
    const starting = serve([Ticket]);
    if (dialect !== 'sqlite') {
      await expect(starting).rejects.toThrow(PersistenceError);
      await expect(starting).rejects.toThrow('Ticket has the unique index tickets_name with "where"');
      return;
    }
    const shop = await starting;
    const { body } = await shop.request('POST', '/tickets', { name: 'a' });
    await shop.request('DELETE', `/tickets/${body.id}`);

    expect((await shop.request('POST', '/tickets', { name: 'a' })).status).toBe(201);
    expect((await shop.request('POST', '/tickets', { name: 'a' })).status).toBe(409);
    await shop.stop();
  });
});

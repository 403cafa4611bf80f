import { BelongsTo, BelongsToMany, Column, DataType, HasMany, Model, Table } from 'sequelize-typescript';
import { AggregateRoot, Collection, Searchable } from '../../lib/metadata';
import { BaseDomain, type EntityId, type Ref } from '../../lib/persistence';
import { IntegerColumn, RequiredKeyOf, StringColumn } from '../support/columns';
import { type Served, serve } from '../support/serve-shop';
import { dialect } from '../support/test-database';

/** Names with acronyms and digits, in each place where a model names a column. */

@AggregateRoot
@Table({ tableName: 'marks', paranoid: true, deletedAt: 'goneAtUTC' })
class Mark extends BaseDomain {
  @Searchable @StringColumn(20) declare textUTF8: string;
}

@Table({ tableName: 'visits' })
class Visit extends BaseDomain {
  @IntegerColumn declare statusHTTP: number;
  @RequiredKeyOf(() => Site) declare siteURLId: EntityId;
}

@AggregateRoot
@Table({ tableName: 'sites', createdAt: 'madeAtUTC' })
class Site extends Model {
  @Searchable @StringColumn(50) declare customerURL: string;
  @StringColumn(50) declare oauth2Token: string | null;
  @Column({ type: DataType.STRING(50), field: 'ADDRESS' }) declare ipV4Address: string | null;
  @Collection @HasMany(() => Visit, 'siteURLId') declare visits: Visit[];

  /** No class declares the foreign key, so that Sequelize adds its column. */
  @BelongsTo(() => Mark, { foreignKey: 'mainMARKId', constraints: false }) declare mainMark: Ref<Mark> | null;

  @Collection
  @BelongsToMany(() => Mark, { through: 'site_marks', foreignKey: 'siteURLId', otherKey: 'markUUId' })
  declare marks: Mark[];
}

const DOMAIN = [Mark, Visit, Site];

const COLUMNS = {
  marks: ['id', 'created_at', 'updated_at', 'gone_at_utc', 'text_utf8', 'version'],
  sites: ['id', 'customer_url', 'oauth2_token', 'ADDRESS', 'made_at_utc', 'updated_at', 'main_mark_id'],
  visits: ['id', 'created_at', 'updated_at', 'status_http', 'site_url_id', 'version'],
  site_marks: ['made_at_utc', 'updated_at', 'site_url_id', 'mark_uu_id'],
};

let shop: Served;

afterEach(() => shop?.stop());

const columnsIn = async (table: string) =>
  Object.keys(await Mark.sequelize!.getQueryInterface().describeTable(table)).sort();

describe('Columns without a name in the model', () => {
  it('have their wire names: fields, timestamps, foreign keys and those of join tables, unless the model names them', async () => {
    shop = await serve(DOMAIN);

    for (const [table, columns] of Object.entries(COLUMNS)) expect(await columnsIn(table)).toEqual([...columns].sort());
  });

  it('are written, read, searched and joined by these names', async () => {
    shop = await serve(DOMAIN);
    await shop.request('POST', '/marks', { text_utf8: 'ü' });
    const site = { customer_url: 'https://a.example', oauth2_token: 't', ip_v4_address: '10.0.0.1', main_mark_id: 1 };
    const payload = { ...site, visits: [{ status_http: 404 }], marks: [{ id: 1 }] };

    const created = await shop.request('POST', '/sites', payload);
    const found = await shop.request(
      'GET',
      '/sites?customer_url=https://a.example&sort=-customer_url&expand=visits,marks',
    );
    const changed = await shop.request('PATCH', '/sites/1/visits/1', { status_http: 200 });
    const marks = await shop.request('GET', '/sites/1/marks');
    const bySub = await shop.request('GET', '/sites?marks.text_utf8=%C3%BC');
    const kept = await shop.request('DELETE', '/marks/1');
    await shop.request('PATCH', '/sites/1', { main_mark_id: null });
    const gone = await shop.request('DELETE', '/marks/1');

    expect(created.body).toMatchObject(site);
    expect(found.body[0]).toMatchObject({ ...site, visits: [{ status_http: 404 }], marks: [{ text_utf8: 'ü' }] });
    expect(changed.body).toMatchObject({ status_http: 200 });
    expect(marks.body).toMatchObject([{ id: 1 }]);
    expect(bySub.body).toHaveLength(1);
    expect([kept.status, gone.status]).toEqual([409, 204]);
    expect((await shop.request('GET', '/sites/1/marks')).body).toEqual([]);
  });

  it('have the names of the fields when naming_strategy says so', async () => {
    shop = await serve(DOMAIN, { properties: { naming_strategy: 'as_is' } });

    expect(await columnsIn('visits')).toEqual(
      ['createdAt', 'id', 'siteURLId', 'statusHTTP', 'updatedAt', 'version'].sort(),
    );
  });
});

(dialect === 'mysql' ? describe : describe.skip)('An existing table that lacks a column', () => {
  const start = (mode: string) =>
    serve([Mark], {
      schema: [
        'CREATE TABLE marks (id BIGINT AUTO_INCREMENT PRIMARY KEY, version BIGINT, gone_at_utc DATETIME(3), text_u_t_f8 VARCHAR(20))',
      ],
      properties: { 'hbm2ddl.auto': mode },
    });

  it.each(['none', 'validate'])('stops the start with the missing and the existing columns (%s)', async (mode) => {
    const error = await start(mode).then(
      () => undefined,
      (thrown: Error) => thrown.message.split('\n- '),
    );

    expect(error).toEqual([
      expect.stringContaining('there are 3 mistakes.'),
      expect.stringContaining('Mark.createdAt is stored in the column created_at, which the table marks does not have'),
      expect.stringContaining('Mark.updatedAt is stored in the column updated_at, which the table marks does not have'),
      'Mark.textUTF8 is stored in the column text_utf8, which the table marks does not have (its columns: id, version, gone_at_utc, text_u_t_f8; the nearest is text_u_t_f8): add or rename the column by a migration, name another by @Column({ field: \'…\' }), or set db.providerProperties "hbm2ddl.auto" to "update".',
    ]);
  });

  it('keeps a column that Sequelize named, and gets no second one (update)', async () => {
    await expect(start('update')).rejects.toThrow(
      "Mark.textUTF8 is stored in the column text_utf8, and the table marks has text_u_t_f8 in its place, which would be left behind: rename that column by a migration, or name it by @Column({ field: 'text_u_t_f8' }).",
    );
  });
});

import type { DataType as ColumnType } from 'sequelize';
import { Column, DataType, Default, HasMany, HasOne, Model, PrimaryKey, Table, Unique } from 'sequelize-typescript';
import { AggregateRoot, BaseDomain, type EntityId, EntityKey } from '../../lib';
import { KeyOf, Required, RequiredKeyOf, StringColumn } from '../support/columns';
import { serve } from '../support/serve-shop';

/** A crate with labels below it, whose keys have the type. */
function crates(type: ColumnType) {
  @Table({ tableName: 'labels' })
  class Label extends BaseDomain {
    @EntityKey @Unique @Required(type) declare code: unknown;
    @StringColumn(20) declare text: string | null;
    @RequiredKeyOf(() => Crate) declare crateId: EntityId;
  }

  @AggregateRoot
  @Table({ tableName: 'crates' })
  class Crate extends BaseDomain {
    @EntityKey @Unique @Required(type) declare code: unknown;
    @HasMany(() => Label) declare labels: Label[];
  }
  return [Crate, Label];
}

describe('An @EntityKey of the type', () => {
  it.each<[string, ColumnType, unknown, unknown]>([
    ['INTEGER', DataType.INTEGER, 7, -8],
    ['BIGINT', DataType.BIGINT, '9007199254740993', '9007199254740995'],
    ['DECIMAL', DataType.DECIMAL(8, 2), '1.50', '2.00'],
    ['DATEONLY', DataType.DATEONLY, '2026-01-01', '2026-01-02'],
    ['TIME', DataType.TIME, '08:00:00', '09:30:00'],
    ['ENUM', DataType.ENUM('a', 'b'), 'a', 'b'],
    ['UUID', DataType.UUID, '3fa85f64-5717-4562-b3fc-2c963f66afa6', '3fa85f64-5717-4562-b3fc-2c963f66afa7'],
    ['STRING', DataType.STRING(20), 'a, b', 'ü/?'],
  ])('%s identifies entities in each method and at each level', async (_, type, one, two) => {
    const { request, stop } = await serve(crates(type));
    const path = (...keys: unknown[]) => keys.map((key) => encodeURIComponent(String(key))).join(',');
    const codes = ({ body }: { body: { code: unknown }[] }) => body.map(({ code }) => code);

    const created = await request('POST', '/crates', [{ code: one, labels: [{ code: one }] }, { code: two }]);
    const read = await request('GET', `/crates/${path(two, one)}`);
    const child = await request('POST', `/crates/${path(one)}/labels`, { code: two });
    const updated = await request('PUT', `/crates/${path(one)}/labels/${path(two, one)}`, { text: 'x' });
    const nested = await request('PUT', `/crates/${path(one)}`, { labels: [{ code: one, text: 'y' }] });
    const removed = await request('DELETE', `/crates/${path(one)}/labels/${path(two)}`);
    const deleted = await request('DELETE', `/crates/${path(one, two)}`);
    await stop();

    expect([created.status, read.status, codes(read)]).toEqual([201, 200, [two, one]]);
    expect([child.status, child.headers.get('Location')]).toEqual([201, `/crates/${path(one)}/labels/${path(two)}`]);
    expect([updated.status, codes(updated)]).toEqual([200, [two, one]]);
    expect([nested.status, nested.body.labels.map(({ text }: { text: string }) => text)]).toEqual([200, ['y', 'x']]);
    expect([removed.status, deleted.status, deleted.headers.get('Missing-Ids')]).toEqual([204, 204, null]);
  });

  it('UUID identifies entities whose key domain code or a default has in upper case, by its lower case', async () => {
    @AggregateRoot
    @Table({ tableName: 'visits', timestamps: false })
    class Visit extends Model {
      @PrimaryKey @Default(() => '0E02B2C3-58CC-4372-A567-0E02B2C3D479') @Column(DataType.UUID) declare id: string;
      @StringColumn(20) declare guest: string | null;
    }
    const { request, stop } = await serve([Visit]);
    const upper = '3FA85F64-5717-4562-B3FC-2C963F66AFA6';

    const created = await Visit.create({ id: upper });
    const posted = await request('POST', '/visits', { guest: 'ann' });
    const updated = await request('PUT', `/visits/${created.id},${posted.body.id}`, { guest: 'bob' });
    const inUpperCase = await request('GET', `/visits/${upper}`);
    await stop();

    expect(created.id).toBe(upper.toLowerCase());
    expect(posted.body.id).toBe('0e02b2c3-58cc-4372-a567-0e02b2c3d479');
    expect([updated.status, updated.body]).toMatchObject([200, [{ guest: 'bob' }, { guest: 'bob' }]]);
    // A path has the key as responses show it (our choice).
    expect(inUpperCase.status).toBe(404);
  });

  it.each<[string, ColumnType, string]>([
    ['DATE', DataType.DATE, 'DATE'],
    ['DOUBLE', DataType.DOUBLE, 'FLOAT or DOUBLE'],
    ['FLOAT', DataType.FLOAT, 'FLOAT or DOUBLE'],
    ['BOOLEAN', DataType.BOOLEAN, 'BOOLEAN'],
    ['JSON', DataType.JSON, 'JSON'],
  ])('%s stops the start, since no path has its exact value', async (_, type, name) => {
    await expect(serve(crates(type))).rejects.toThrow(
      `Crate.code is the key of Crate in paths, which a ${name} cannot be`,
    );
  });
});

/** Samples with a reading each; the primary key of readings has the type, and no field is marked with @EntityKey. */
function samples(type: ColumnType, association: typeof HasMany | typeof HasOne) {
  @Table({ tableName: 'readings', timestamps: false })
  class Reading extends Model {
    @PrimaryKey @Column(type) declare takenAt: unknown;
    @KeyOf(() => Sample) declare sampleId: EntityId;
  }

  @AggregateRoot
  @Table({ tableName: 'samples' })
  class Sample extends BaseDomain {
    @association(() => Reading) declare reading: unknown;
  }
  return [Sample, Reading];
}

describe('A primary key of the type', () => {
  it('DATE stops the start when it is the key of a root in paths', async () => {
    @AggregateRoot
    @Table({ tableName: 'samples', timestamps: false })
    class Sample extends Model {
      @PrimaryKey @Column(DataType.DATE) declare takenAt: Date;
    }

    await expect(serve([Sample])).rejects.toThrow('Sample.takenAt is the key of Sample in paths');
  });

  it.each<[string, ColumnType]>([
    ['DATE', DataType.DATE],
    ['FLOAT or DOUBLE', DataType.DOUBLE],
    ['BOOLEAN', DataType.BOOLEAN],
    ['JSON', DataType.JSON],
  ])('%s stops the start when it is the key of a child in paths', async (name, type) => {
    await expect(serve(samples(type, HasMany))).rejects.toThrow(
      `Reading.takenAt is the key of Reading in paths, which a ${name} cannot be`,
    );
  });

  it('DATE is allowed for a single child, which no path names by its key', async () => {
    const { request, stop } = await serve(samples(DataType.DATE(3), HasOne));
    const reading = { taken_at: '2026-01-31T10:00:00.000Z' };

    const created = await request('POST', '/samples', { reading });
    const read = await request('GET', `/samples/${created.body.id}/reading`);
    await stop();

    expect([created.status, read.status, read.body]).toEqual([201, 200, { ...reading, sample_id: created.body.id }]);
  });
});

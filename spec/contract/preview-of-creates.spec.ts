import { BeforeCreate, BelongsToMany, Column, DataType, Model, Table } from 'sequelize-typescript';
import { AggregateRoot, BaseDomain, Collection } from '../../lib';
import { JoinTable, RequiredString } from '../support/columns';
import { useServed } from '../support/serve-shop';
import { allStatementsOf } from '../support/statements';

/** Its creation changes the pallet that was the upper one before. */
@AggregateRoot
@Table({ tableName: 'pallets' })
class Pallet extends BaseDomain {
  @RequiredString(20) declare name: string;
  @Column({ type: DataType.BOOLEAN, allowNull: false, defaultValue: true }) declare isUpper: boolean;

  @BeforeCreate
  static async coverOthers(): Promise<void> {
    await Pallet.update({ isUpper: false }, { where: { isUpper: true } });
  }
}

@AggregateRoot
@Table({ tableName: 'labels' })
class Label extends BaseDomain {
  @RequiredString(20) declare text: string;
}

@JoinTable('crate_labels', { crateId: () => Crate, labelId: () => Label })
class CrateLabel extends Model {}

@AggregateRoot
@Table({ tableName: 'crates' })
class Crate extends BaseDomain {
  @RequiredString(20) declare name: string;
  @Collection({ nested: true })
  @BelongsToMany(() => Label, { through: () => CrateLabel })
  declare labels: Label[];
}

const api = useServed([Pallet, Label, Crate, CrateLabel]);

async function preview(path: string, body: object) {
  const { status, body: previewed } = await api.request('POST', path, body, { Prefer: 'preview' });
  expect([status, previewed.status, previewed.violations]).toEqual([200, 201, []]);
  return previewed.changes as readonly { readonly path: string; readonly before: unknown; readonly after: unknown }[];
}

describe('The preview of a create', () => {
  it('sends the INSERT and reads the new row, without a savepoint', async () => {
    const statements = await allStatementsOf(Label, async () => {
      expect(await preview('/labels', { text: 'fragile' })).toMatchObject([
        { path: '', before: null, after: { text: 'fragile' } },
      ]);
    });

    const words = statements.map((text) => text.trim().split(/[ ;]/)[0]);
    expect(words.filter((word) => word !== 'START' && word !== 'BEGIN')).toEqual(['INSERT', 'SELECT', 'ROLLBACK']);
    expect(await Label.count()).toBe(0);
  });

  it('reports what a hook has changed in rows that existed, each time', async () => {
    const { id } = await api.create('/pallets', { name: 'lower' });

    for (let time = 0; time < 2; time++) {
      const changes = await preview('/pallets', { name: 'upper' });

      expect(changes).toContainEqual({ path: '', before: null, after: expect.objectContaining({ name: 'upper' }) });
      expect(changes).toContainEqual({ path: `/pallets[id=${id}].is_upper`, before: true, after: false });
    }
    expect(await Pallet.count({ where: { isUpper: true } })).toBe(1);
  });

  it('is without changes where the write is rejected', async () => {
    const { status, body } = await api.request('POST', '/labels', {}, { Prefer: 'preview' });

    expect([status, body.status, body.changes, body.violations.length]).toEqual([200, 422, [], 1]);
  });

  it('shows linked entities, which existed before', async () => {
    const { id } = await api.create('/labels', { text: 'top' });

    const changes = await preview('/crates', { name: 'c', labels: [{ id }, { text: 'new' }] });

    expect(changes.map(({ path, before }) => [path, before])).toEqual([
      ['', null],
      ['labels[0]', null],
      ['labels[1]', null],
    ]);
    expect([await Crate.count(), await CrateLabel.count(), await Label.count()]).toEqual([0, 0, 1]);
  });
});

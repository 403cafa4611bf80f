import { HasMany, Table, Unique } from 'sequelize-typescript';
import { Action, AggregateRoot, BaseDomain, type EntityId, EntityKey } from '../../lib';
import { RequiredKeyOf, RequiredString } from '../support/columns';
import { useServed } from '../support/serve-shop';

@Table({ tableName: 'vault_drawers' })
class Drawer extends BaseDomain {
  @RequiredString(20) declare label: string;
  @RequiredKeyOf(() => Vault) declare vaultId: EntityId;
}

@AggregateRoot
@Table({ tableName: 'vaults' })
class Vault extends BaseDomain {
  @EntityKey @Unique @RequiredString(20) declare code: string;
  @HasMany(() => Drawer) declare drawers: Drawer[];

  @Action({ value: 'rename' })
  rename(code: string): void {
    this.code = code;
  }
}

const api = useServed([Vault, Drawer]);
const BATCH = { 'Content-Type': 'application/vnd.koaggregate.batch+json' };

describe('A step of a batch that changes the key of the root', () => {
  it('leaves the steps after it without a root: 404, and nothing is written', async () => {
    await api.create('/vaults', { code: 'old', drawers: [] });
    const steps = [
      { op: 'create', path: 'drawers', value: { label: 'first' } },
      { op: 'action', path: 'rename', value: { code: 'new' } },
      { op: 'create', path: 'drawers', value: { label: 'second' } },
    ];

    const { status, body } = await api.request('PATCH', '/vaults/old', { steps }, BATCH);

    expect([status, body.step]).toEqual([404, 2]);
    expect(await api.read('/vaults/old?expand=drawers')).toMatchObject({ drawers: [] });
  });
});

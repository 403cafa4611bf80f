import { AfterDestroy, AfterSave, Default, HasMany, Table } from 'sequelize-typescript';
import { AggregateRoot } from '../../lib/metadata';
import { createEntities, deleteEntities, updateEntities } from '../../lib/operations';
import { BaseDomain, type EntityId, type EntityKey } from '../../lib/persistence';
import { IntegerColumn, RequiredInteger, RequiredKeyOf } from '../support/columns';
import { useStore } from '../support/open-store';
import { placeOf, setting } from '../support/places';

@Table({ tableName: 'stacked_crates' })
class Crate extends BaseDomain {
  @RequiredInteger declare weight: number;
  @RequiredKeyOf(() => Stack) declare stackId: EntityId;

  @AfterSave
  @AfterDestroy
  static async weighStack({ stackId }: Crate): Promise<void> {
    const stack = await Stack.findById(stackId);
    const crates = await Crate.where({ stackId });
    await stack?.updateAttributes({ weight: crates.reduce((sum, { weight }) => sum + weight, 0) });
    const store = stack && (await Store.findById(stack.storeId));
    await store?.updateAttributes({ weight: await Stack.sum('weight', { where: { storeId: store.id } }) });
  }
}

/** Without hooks of its own. */
@Table({ tableName: 'stacks' })
class Stack extends BaseDomain {
  @Default(0) @IntegerColumn declare weight: number;
  @RequiredKeyOf(() => Store) declare storeId: EntityId;
  @HasMany(() => Crate) declare crates: Crate[];
}

@AggregateRoot
@Table({ tableName: 'stores' })
class Store extends BaseDomain {
  @Default(0) @IntegerColumn declare weight: number;
  @HasMany(() => Stack) declare stacks: Stack[];
}

const open = useStore([Store, Stack, Crate]);

/** A store with one stack of crates of those weights. */
async function createStore(...weights: number[]) {
  const { store } = open;
  const root = store.registry.aggregate(Store as never).root;
  const stacks = root.collections.get('stacks')!;
  const crates = stacks.target.collections.get('crates')!;
  const stack = {
    ...setting({}),
    children: new Map([[crates, weights.map((weight) => setting({ weight }))]]),
  };
  const payload = { ...setting({}), children: new Map([[stacks, [stack]]]) };
  const [tree] = await createEntities(store, placeOf(store, Store), [payload]);
  const [stackTree] = tree!.children.get(stacks)!;
  const keys = stackTree!.children.get(crates)!.map(({ entity }) => entity.get('id') as EntityKey);
  const parentKeys = [tree!.entity.get('id'), stackTree!.entity.get('id')] as EntityKey[];
  const place = placeOf(store, Store, ['stacks', 'crates'], parentKeys);
  return { created: tree!.entity, createdStack: stackTree!.entity, place, keys };
}

describe('Hooks of a child that change its parent', () => {
  it('are visible in the result of createEntities, at every level', async () => {
    const { created, createdStack } = await createStore(3, 4);

    expect([createdStack.get('weight'), created.get('weight')]).toEqual([7, 7]);
    expect(await Store.findById(created.get('id') as EntityId)).toMatchObject({ weight: 7 });
  });

  it('run one after the other when several children are deleted', async () => {
    const { created, place, keys } = await createStore(3, 4, 5, 6);

    await deleteEntities(open.store, place, keys.slice(0, 3));

    expect(await Store.findById(created.get('id') as EntityId)).toMatchObject({ weight: 6 });
  });

  it('run one after the other when several children are updated', async () => {
    const { created, place, keys } = await createStore(3, 4, 5);

    await updateEntities(open.store, place, keys, setting({ weight: 10 }));

    expect(await Store.findById(created.get('id') as EntityId)).toMatchObject({ weight: 30 });
  });

  it('do not prevent the deletion of the root with its children', async () => {
    const { created, place } = await createStore(3, 4, 5);
    const id = created.get('id') as EntityId;

    await deleteEntities(open.store, placeOf(open.store, Store), [id]);

    expect(await Store.findById(id)).toBeNull();
    expect(await Crate.count({ where: { stackId: place.parentKeys[1] } })).toBe(0);
  });
});

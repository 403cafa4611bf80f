import { ChangeDeniedError, EntityNotFoundError, updateEntities } from '../../lib/operations';
import { InvalidEntityError } from '../../lib/values';
import { Order, OrderItem, shop } from '../support/domain/shop';
import { useStore } from '../support/open-store';
import { placeOf, setting } from '../support/places';

describe('updateEntities', () => {
  let one: Order;
  let other: Order;

  const open = useStore(shop);
  beforeEach(async () => {
    await Order.destroy({ where: {} });
    one = await new Order({ code: 'A' }).persist();
    other = await new Order({ code: 'B' }).persist();
  });

  const statuses = async () => (await Order.all()).map(({ status }) => status);

  it('applies one payload to every entity, and returns them in the order of the keys', async () => {
    const keys = [Number(other.id), Number(one.id)];

    const updated = await updateEntities(open.store, placeOf(open.store, Order), keys, setting({ status: 'shipped' }));

    expect(updated.map(({ entity }) => entity.get('id'))).toEqual(keys);
    expect(await statuses()).toEqual(['shipped', 'shipped']);
  });

  it('updates all in one transaction, or none if one is rejected', async () => {
    const keys = [Number(one.id), Number(other.id)];

    const refused = updateEntities(open.store, placeOf(open.store, Order), keys, setting({ code: 'C' }));

    await expect(refused).rejects.toThrow();
    expect((await Order.all()).map(({ code }) => code)).toEqual(['A', 'B']);
  });

  it('rejects a changed value of a read-only field', async () => {
    const expectation = { field: 'code', given: 'Z', isMetBy: (stored: unknown) => stored === 'Z' };
    const changes = { ...setting({ status: 'shipped' }), expectations: [expectation] };

    const refused = updateEntities(open.store, placeOf(open.store, Order), [Number(one.id)], changes);

    await expect(refused).rejects.toBeInstanceOf(InvalidEntityError);
    await expect(refused).rejects.toMatchObject({ violations: [{ path: ['code'], invalidValue: 'Z' }] });
    expect(await statuses()).toEqual(['created', 'created']);
  });

  it('throws ChangeDeniedError with the denial of the payload', async () => {
    const denial = { needs: 'pricing' };
    const met = { field: 'status', given: 'created', isMetBy: (stored: unknown) => stored === 'created', denial: {} };
    const unmet = { field: 'code', given: 'Z', isMetBy: (stored: unknown) => stored === 'Z', denial };
    const changes = { ...setting({}), expectations: [met, unmet] };

    const refused = updateEntities(open.store, placeOf(open.store, Order), [Number(one.id)], changes);

    await expect(refused).rejects.toBeInstanceOf(ChangeDeniedError);
    await expect(refused).rejects.toMatchObject({ denial });
  });

  it('increments no version without a change', async () => {
    const item = await new OrderItem({ sku: 'pen', quantity: 1, orderId: one.id }).persist();
    await one.reload();
    const place = placeOf(open.store, Order, ['orderItems'], [Number(one.id)]);
    const versionAfter = async (quantity: number) => {
      await updateEntities(open.store, place, [Number(item.id)], setting({ quantity }));
      return (await Order.findById(one.id))!.version;
    };

    const before = await versionAfter(1);

    expect(before).toBe(one.version);
    expect(await versionAfter(2)).toBe(before + 1);
  });

  it('throws EntityNotFoundError if no key is found', async () => {
    const place = placeOf(open.store, Order);

    await expect(updateEntities(open.store, place, [999], setting({}))).rejects.toThrow(EntityNotFoundError);
  });
});

import { DatabaseError } from 'sequelize';
import { EntityChangedTwiceError, EntityNotFoundError, runAction } from '../../lib/operations';
import type { EntityKey } from '../../lib/persistence';
import { Cart, CartGift, CartLine, carts, Voucher } from '../support/domain/carts';
import { useStore } from '../support/open-store';
import { placeOf } from '../support/places';

describe('runAction', () => {
  let cart: Cart;
  let line: CartLine;
  let other: CartLine;

  const open = useStore(carts);
  beforeEach(async () => {
    cart = await new Cart().persist();
    line = await new CartLine({ sku: 'pen', quantity: 2, cartId: cart.id }).persist();
    other = await new CartLine({ sku: 'ink', quantity: 4, cartId: cart.id }).persist();
  });

  const quantities = async () => (await CartLine.where({ cartId: cart.id })).map(({ quantity }) => quantity);
  const call = (method: string, path: readonly string[], keys: readonly EntityKey[], ...args: unknown[]) => {
    const place = placeOf(open.store, Cart, path, keys.slice(0, -1));
    const action = place.aggregate.actions.find((one) => one.method === method)!;
    return runAction(open.store, {
      action,
      place,
      key: keys.at(-1)!,
      readArguments: () => ({ values: args, violations: [] }),
    });
  };

  it('calls the method on the root, and saves its changes of the root and the child', async () => {
    const returned = await call('addTo', ['lines'], [Number(cart.id), Number(line.id)], 3);

    expect(returned).toBeInstanceOf(CartLine);
    expect(await quantities()).toEqual([5, 4]);
  });

  it('saves children that the method has read, one instance for each row', async () => {
    await call('roundUp', ['lines'], [Number(cart.id), Number(line.id)]);

    expect(await quantities()).toEqual([10, 5]);
  });

  it('saves neither children of another root nor other aggregates', async () => {
    const gift = await new CartGift({ text: 'mine', cartLineId: other.id }).persist();
    const stranger = await new Cart().persist();
    const theirs = await new CartLine({ sku: 'cap', cartId: stranger.id }).persist();
    const theirGift = await new CartGift({ text: 'theirs', cartLineId: theirs.id }).persist();
    const voucher = await new Voucher({ code: `V-${cart.id}` }).persist();

    await call('reachOut', [], [Number(cart.id)]);

    expect(await quantities()).toEqual([33, 33]);
    expect((await gift.reload()).text).toBe('reached');
    expect((await theirs.reload()).quantity).toBe(1);
    expect((await theirGift.reload()).text).toBe('theirs');
    expect((await voucher.reload()).uses).toBe(0);
  });

  it('does not save what the method has deleted', async () => {
    await call('drop', ['lines'], [Number(cart.id), Number(line.id)]);
    expect(await quantities()).toEqual([4]);

    await call('discard', [], [Number(cart.id)]);
    expect(await Cart.findById(cart.id)).toBeNull();
  });

  it('throws EntityChangedTwiceError if two instances of one row were changed', async () => {
    await expect(call('readTwice', [], [Number(cart.id)])).rejects.toThrow(EntityChangedTwiceError);

    expect((await line.reload()).sku).toBe('pen');
  });

  it('increments the version of the root once, even without changes', async () => {
    const versions = [(await cart.reload()).version];
    for (const method of ['close', 'nothing']) {
      await call(method, [], [Number(cart.id)]);
      versions.push((await cart.reload()).version);
    }

    const [before] = versions;
    expect(versions).toEqual([before, before! + 1, before! + 2]);
  });

  it('reads the arguments again for each attempt, since the method may change them', async () => {
    const place = placeOf(open.store, Cart);
    const action = { ...place.aggregate.actions[0]!, method: 'meetDeadlock' };
    const given: string[][] = [];
    const readArguments = () => {
      given.push(['a']);
      return { values: given.slice(-1), violations: [] };
    };
    async function meetDeadlock(texts: string[]): Promise<string> {
      texts.push('b');
      if (given.length < 3) throw new DatabaseError(Object.assign(new Error('Deadlock'), { errno: 1213, sql: '' }));
      return texts.join();
    }
    Object.defineProperty(Cart.prototype, 'meetDeadlock', { value: meetDeadlock, configurable: true });

    await expect(runAction(open.store, { action, place, key: Number(cart.id), readArguments })).resolves.toBe('a,b');

    Reflect.deleteProperty(Cart.prototype, 'meetDeadlock');
    expect(given).toEqual(Array(3).fill(['a', 'b']));
  });

  it('throws EntityNotFoundError for a missing root or child', async () => {
    await expect(call('close', [], [999999])).rejects.toThrow(EntityNotFoundError);
    await expect(call('roundUp', ['lines'], [Number(cart.id), 999999])).rejects.toThrow('CartLine with the key 999999');
    await expect(call('roundUp', ['lines'], [999999, Number(line.id)])).rejects.toThrow('Cart with the key 999999');
  });
});

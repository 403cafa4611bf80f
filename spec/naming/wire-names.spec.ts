import { WireNameClash, WireNames } from '../../lib/naming';

describe('WireNames', () => {
  it('maps each wire name to its original domain name', () => {
    const names = new WireNames(['customerURL', 'address1', 'oauth2Token', 'orderItems']);

    expect(names.toDomain('customer_url')).toBe('customerURL');
    expect(names.toDomain('address1')).toBe('address1');
    expect(names.toDomain('oauth2_token')).toBe('oauth2Token');
    expect(names.toDomain('order_items')).toBe('orderItems');
  });

  it('knows wire names only: no domain names, no guesses, no properties of every object', () => {
    const names = new WireNames(['customerURL', 'address1']);

    const answers = ['customerURL', 'customer_uRL', 'address_1', 'constructor', '__proto__', ''].map((wireName) =>
      names.toDomain(wireName),
    );

    expect(answers).toEqual(answers.map(() => undefined));
  });

  it('lists the wire names in the order declared', () => {
    expect(new WireNames(['id', 'unitPrice', 'createdAt']).wireNames).toEqual(['id', 'unit_price', 'created_at']);
  });

  it('rejects two names with the same wire name, naming both', () => {
    const clash = () => new WireNames(['id', 'customerURL', 'customerUrl']);

    expect(clash).toThrow(WireNameClash);
    expect(clash).toThrow('"customerURL" and "customerUrl" would both be "customer_url" on the wire');
  });

  it('accepts the same name twice', () => {
    expect(new WireNames(['id', 'id']).wireNames).toEqual(['id']);
  });
});

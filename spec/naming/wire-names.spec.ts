import { WireNameClash, WireNames } from '../../lib/naming';

describe('WireNames', () => {
  it('leads each wire name back to the very name it came from', () => {
    const names = new WireNames(['customerURL', 'address1', 'oauth2Token', 'orderItems']);

    expect(names.toDomain('customer_url')).toBe('customerURL');
    expect(names.toDomain('address1')).toBe('address1');
    expect(names.toDomain('oauth2_token')).toBe('oauth2Token');
    expect(names.toDomain('order_items')).toBe('orderItems');
  });

  it('knows wire names alone: neither a domain name, nor a guess, nor a property of every object', () => {
    const names = new WireNames(['customerURL', 'address1']);

    const answers = ['customerURL', 'customer_uRL', 'address_1', 'constructor', '__proto__', ''].map((wireName) =>
      names.toDomain(wireName),
    );

    expect(answers).toEqual(answers.map(() => undefined));
  });

  it('lists the wire names in the order declared', () => {
    expect(new WireNames(['id', 'unitPrice', 'createdAt']).wireNames).toEqual(['id', 'unit_price', 'created_at']);
  });

  it('refuses two names that would be one on the wire, and names both', () => {
    const clash = () => new WireNames(['id', 'customerURL', 'customerUrl']);

    expect(clash).toThrow(WireNameClash);
    expect(clash).toThrow('"customerURL" and "customerUrl" would both be "customer_url" on the wire');
  });

  it('takes the same name twice for one', () => {
    expect(new WireNames(['id', 'id']).wireNames).toEqual(['id']);
  });
});

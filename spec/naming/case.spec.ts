import { camelCase, lowerFirst, snakeCase, upperFirst } from '../../lib/naming';

describe('snakeCase and camelCase', () => {
  it.each([
    ['id', 'id'],
    ['orderItems', 'order_items'],
    ['createdAt', 'created_at'],
    ['address1', 'address1'],
    ['address1Line2', 'address1_line2'],
    ['oauth2Token', 'oauth2_token'],
    ['ipV4Address', 'ip_v4_address'],
    ['aB', 'a_b'],
    ['straßenName', 'straßen_name'],
    ['größeÜberAlles', 'größe_über_alles'],
  ])('lead from %s to %s and back', (domainName, wireName) => {
    expect(snakeCase(domainName)).toBe(wireName);
    expect(camelCase(wireName)).toBe(domainName);
  });

  it.each([
    ['customerURL', 'customer_url'],
    ['URLEntry', 'url_entry'],
    ['parseXMLDocument', 'parse_xml_document'],
    ['OrderItem', 'order_item'],
    ['Address', 'address'],
  ])('take a run of capitals in %s for one word: %s', (domainName, wireName) => {
    expect(snakeCase(domainName)).toBe(wireName);
  });

  it('leave a name of their own convention alone', () => {
    expect(snakeCase('order_items')).toBe('order_items');
    expect(camelCase('orderItems')).toBe('orderItems');
  });

  it('keep a leading underscore', () => {
    expect(snakeCase('_internalId')).toBe('_internal_id');
    expect(camelCase('_internal_id')).toBe('_internalId');
  });
});

describe('lowerFirst', () => {
  it.each([
    ['OrderItem', 'orderItem'],
    ['URLEntry', 'urlEntry'],
    ['Order', 'order'],
  ])('turns the class %s into the property %s', (className, property) => {
    expect(lowerFirst(className)).toBe(property);
  });
});

describe('upperFirst', () => {
  it('changes the first letter alone', () => {
    expect(upperFirst('orderItem')).toBe('OrderItem');
    expect(upperFirst('customerURL')).toBe('CustomerURL');
    expect(upperFirst('')).toBe('');
  });
});

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
  ])('convert %s to %s and back', (domainName, wireName) => {
    expect(snakeCase(domainName)).toBe(wireName);
    expect(camelCase(wireName)).toBe(domainName);
  });

  it.each([
    ['customerURL', 'customer_url'],
    ['URLEntry', 'url_entry'],
    ['parseXMLDocument', 'parse_xml_document'],
    ['OrderItem', 'order_item'],
    ['Address', 'address'],
  ])('treat the consecutive capitals of %s as one word: %s', (domainName, wireName) => {
    expect(snakeCase(domainName)).toBe(wireName);
  });

  it('do not change a name of the target convention', () => {
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
  ])('converts the class name %s to the property %s', (className, property) => {
    expect(lowerFirst(className)).toBe(property);
  });
});

describe('upperFirst', () => {
  it('changes the first letter only', () => {
    expect(upperFirst('orderItem')).toBe('OrderItem');
    expect(upperFirst('customerURL')).toBe('CustomerURL');
    expect(upperFirst('')).toBe('');
  });
});

import {
  collectionName,
  type ForeignKeyName,
  linkName,
  referenceName,
} from '../../../lib/cli/from-database/association-names';
import { freeName } from '../../../lib/cli/from-database/table-names';

/** A foreign key of `Order`, unless `owner` says otherwise. */
const key = (column: string, target: string, more: Partial<ForeignKeyName> = {}): ForeignKeyName => ({
  ...{ column, referred: 'id', owner: 'Order', target },
  ...more,
});

function taken(...names: string[]): Set<string> {
  const all = new Set<string>();
  for (const name of names) freeName(name, all);
  return all;
}

describe('The name of a reference', () => {
  it.each([
    ['customer_id', 'Customer', 'customer'],
    ['CustomerID', 'Customer', 'customer'],
    ['CUST_NO', 'Customer', 'customer'],
    ['dept_no', 'Department', 'department'],
    ['fk_customer', 'Customer', 'customer'],
    ['id_customer', 'Customer', 'customer'],
    ['customer_id_fk', 'Customer', 'customer'],
    ['customerid', 'Customer', 'customer'],
    ['id', 'Customer', 'customer'],
    ['buyer_id', 'User', 'buyer'],
    ['manager_staff_id', 'Staff', 'manager'],
    ['salesRepEmployeeNumber', 'Employee', 'salesRep'],
    ['created_by_user_id', 'User', 'createdBy'],
    ['original_language_id', 'Language', 'originalLanguage'],
    ['billing_address_id', 'Address', 'billingAddress'],
    ['home_address_id', 'Address', 'homeAddress'],
    ['order_line_id', 'OrderLine', 'orderLine'],
    ['line_id', 'OrderLine', 'line'],
    ['user', 'UserProfile', 'user'],
    ['save_id', 'Save', 'saveValue'],
  ])('is, for %s to %s, %s', (column, target, name) => {
    expect(referenceName(key(column, target), new Set())).toBe(name);
  });

  it('loses the name of the column that it refers to', () => {
    const names = [
      key('country_iso2', 'Land', { referred: 'iso2' }),
      key('manager_emp_no', 'Person', { referred: 'emp_no' }),
      key('original_language_id', 'Language', { referred: 'language_id' }),
    ];

    expect(names.map((one) => referenceName(one, new Set()))).toEqual(['country', 'manager', 'originalLanguage']);
  });

  it.each([
    ['reportsTo', 'Employee', 'Employee', 'manager'],
    ['reports_to', 'Unit', 'Employee', 'reportsToEmployee'],
    ['author', 'Book', 'Person', 'authorPerson'],
    ['productLine', 'Product', 'Productline', 'productLineRef'],
    ['customer', 'Order', 'Customer', 'customerRef'],
  ])('is not that of the column %s of %s', (column, owner, target, name) => {
    const used = taken('reportsTo', 'author', 'productLine', 'customer');

    expect(referenceName(key(column, target, { owner }), used)).toBe(name);
  });

  it('has a number only where all others are taken', () => {
    const used = taken('customer', 'customerRef');

    expect(referenceName(key('customer', 'Customer'), used)).toBe('customer2');
  });
});

describe('The name of the other side', () => {
  const many = { isOne: false, isOneOfSeveral: false };
  const several = { isOne: false, isOneOfSeveral: true };

  it('is the plural of the class, or its name for a single child', () => {
    expect(collectionName(key('seller_id', 'User'), many, new Set())).toBe('orders');
    expect(collectionName(key('seller_id', 'User'), { ...many, isOne: true }, new Set())).toBe('order');
  });

  it('has the column where several lead there, unless it says no more than the class', () => {
    expect(collectionName(key('seller_id', 'User'), several, new Set())).toBe('ordersAsSeller');
    expect(collectionName(key('user_id', 'User'), several, new Set())).toBe('orders');
  });

  it('has the column where its name is taken', () => {
    const used = taken('order', 'orders');

    expect(collectionName(key('seller_id', 'User'), many, used)).toBe('ordersAsSeller');
    expect(collectionName(key('user_id', 'User'), { ...many, isOne: true }, used)).toBe('orderAsUser');
  });

  it.each([
    ['parent_id', 'children'],
    ['reportsTo', 'reports'],
    ['manager_id', 'reports'],
    ['mentor_id', 'ordersAsMentor'],
    ['order_id', 'orders'],
    ['constructor_id', 'ordersAsConstructor'],
  ])('is, for %s to the own table, %s', (column, name) => {
    expect(collectionName(key(column, 'Order'), many, new Set())).toBe(name);
  });
});

describe('The name of a many-to-many association', () => {
  const order = key('order_id', 'Order', { owner: 'OrderTag' });
  const tag = key('tag_id', 'Tag', { owner: 'OrderTag' });

  it('is that of the other side, as its column calls it', () => {
    const author = key('author_id', 'Person', { owner: 'Writing' });

    expect(linkName(order, tag, 'OrderTag', new Set())).toBe('tags');
    expect(linkName(order, author, 'Writing', new Set())).toBe('authors');
  });

  it('has the own column or the join table where it is taken', () => {
    const marker = key('marker_id', 'Person', { owner: 'OrderTag' });

    expect(linkName(order, tag, 'OrderTag', taken('tags'))).toBe('tagsThroughOrderTag');
    expect(linkName(marker, tag, 'OrderTag', taken('tags'))).toBe('tagsAsMarker');
  });

  it('differs on both sides of a class with itself', () => {
    const [user, friend] = ['user_id', 'friend_id'].map((column) => key(column, 'User', { owner: 'Friendship' }));

    expect(linkName(user!, friend!, 'Friendship', new Set())).toBe('friends');
    expect(linkName(friend!, user!, 'Friendship', new Set())).toBe('usersAsFriend');
  });
});

import type { AggregateMetadata, CollectionMetadata } from '../../../lib/metadata';
import { routeName } from '../../../lib/rest/operation/route-names';
import { VERBS } from '../../../lib/rest/verbs/verbs';

const aggregate = (name: string) => ({ root: { name } }) as AggregateMetadata;
const path = (...properties: string[]) =>
  properties.map((property) => ({ property, kind: 'oneToMany' }) as CollectionMetadata);

describe('routeName', () => {
  it.each([
    ['orderItems', 'listOrderOrderItems', 'readOrderOrderItem'],
    ['portsOfCall', 'listOrderPortsOfCall', 'readOrderPortOfCall'],
    ['itemsToShip', 'listOrderItemsToShip', 'readOrderItemToShip'],
    ['daysOff', 'listOrderDaysOff', 'readOrderDayOff'],
    ['portOfCalls', 'listOrderPortOfCalls', 'readOrderPortOfCall'],
    ['pointsOfSaleTerminals', 'listOrderPointsOfSaleTerminals', 'readOrderPointOfSaleTerminals'],
    ['staff', 'listOrderStaff', 'readOrderStaff'],
    ['item', 'listOrderItems', 'readOrderItem'],
  ])('does not pluralize the collection %s again', (property, list, read) => {
    expect(routeName(VERBS.list, aggregate('Order'), path(property))).toBe(list);
    expect(routeName(VERBS.read, aggregate('Order'), path(property))).toBe(read);
  });

  it('has the plural at its end alone, that of a root or a collection', () => {
    expect(routeName(VERBS.list, aggregate('Category'), [])).toBe('listCategories');
    expect(routeName(VERBS.list, aggregate('PortOfCall'), [])).toBe('listPortsOfCall');
    expect(routeName(VERBS.replace, aggregate('Order'), path('orderItems', 'daysOff'))).toBe(
      'replaceOrderOrderItemDaysOff',
    );
    expect(routeName(VERBS.delete, aggregate('Order'), path('orderItems', 'daysOff'))).toBe(
      'deleteOrderOrderItemDayOff',
    );
  });
});

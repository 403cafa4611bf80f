import { type DomainClass, MetadataRegistry } from '../../../lib/metadata';
import type { Selection } from '../../../lib/persistence';
import { openAccess } from '../../../lib/rest/access/access';
import { defaultSelection, withWrittenCollections } from '../../../lib/rest/selection/default-selection';
import { readSelection } from '../../../lib/rest/selection/read-selection';
import { SELECTION_PARAMETERS } from '../../../lib/rest/selection/verify-names';
import { FakeEntityReader, textField, toMany } from '../../support/fake-entity-reader';
import { setting } from '../../support/places';

class Order {}
class Item {}
class Shipment {}
class Product {}

const ACCESS = openAccess();
const entity = sealed().entity(Order)!;

function sealed(): MetadataRegistry {
  const registry = new MetadataRegistry();
  registry.declareAggregate(Order, {});
  registry.declareAccess(Order, 'secret', 'writeOnly');
  registry.declareCollection(Order, 'items', { embed: true });
  registry.declareCollection(Item, 'shipments', { embed: true });
  const product = { property: 'product', target: Product, foreignKey: 'productId' };
  const reader = new FakeEntityReader()
    .describe(Order, {
      fields: [
        textField('updatedAt', { origin: 'updatedAt' }),
        textField('code'),
        textField('secret'),
        textField('version', { origin: 'version' }),
      ],
      collections: [toMany('items', Item, 'orderId'), toMany('gifts', Item, 'orderId')],
    })
    .describe(Item, {
      fields: [textField('sku'), textField('productId')],
      collections: [toMany('shipments', Shipment, 'itemId')],
      references: [product],
    })
    .describe(Shipment, { fields: [textField('carrier')] })
    .describe(Product, { fields: [textField('name')] });
  registry.seal([Order, Item, Shipment, Product] as DomainClass[], reader);
  return registry;
}

/** The wire names of a selection: `['id', { items: ['sku'] }]`. */
function shape({ fields, references, collections }: Selection): unknown[] {
  const below = [...references, ...collections].map(([{ wireName }, selection]) => ({ [wireName]: shape(selection) }));
  return [...fields.map(({ wireName }) => wireName), ...below];
}

const read = (query: string) => {
  const parameters = new URLSearchParams(query);
  const names = [...new Set(parameters.keys())];
  return shape(readSelection(entity, Object.fromEntries(names.map((name) => [name, parameters.getAll(name)])), ACCESS));
};

const ITEMS = ['id', 'sku', 'product_id'];
const SHIPMENTS = { shipments: ['id', 'carrier'] };
const OWN = ['id', 'code', 'updated_at'];

describe('The selection of a read', () => {
  it.each([
    ['', [...OWN, { items: [...ITEMS, SHIPMENTS] }]],
    ['include=code', ['code']],
    ['include=code, id', ['id', 'code']],
    ['include=items', [{ items: [...ITEMS, SHIPMENTS] }]],
    ['include=items.sku', [{ items: ['sku'] }]],
    ['include=items.shipments', [{ items: [SHIPMENTS] }]],
    ['include=items,items.shipments.carrier', [{ items: [...ITEMS, { shipments: ['carrier'] }] }]],
    ['include=items.product', [{ items: [{ product: ['id', 'name'] }] }]],
    ['include=items,items.product.name', [{ items: [...ITEMS, { product: ['name'] }, SHIPMENTS] }]],
    ['include=gifts.sku', [{ gifts: ['sku'] }]],
    ['exclude=items', OWN],
    ['exclude=code,items.shipments', ['id', 'updated_at', { items: ITEMS }]],
    ['exclude=items.shipments.carrier', [...OWN, { items: [...ITEMS, { shipments: ['id'] }] }]],
    ['expand=gifts&exclude=items', [...OWN, { gifts: [...ITEMS, SHIPMENTS] }]],
    [
      'expand=items.product&exclude=code,updated_at',
      ['id', { items: [...ITEMS, { product: ['id', 'name'] }, SHIPMENTS] }],
    ],
    ['include=code&expand=items&exclude=items.shipments', ['code', { items: ITEMS }]],
    ['include=code,items.sku&exclude=code,items', ['code', { items: ['sku'] }]],
    ['include=items.sku&expand=items', [{ items: [...ITEMS, SHIPMENTS] }]],
  ])('for ?%s has the members %j', (query, members) => {
    expect(read(query)).toEqual(members);
  });

  it('is the cached default of the class if the query has no parameters', () => {
    expect(readSelection(entity, {}, ACCESS)).toBe(defaultSelection(entity, ACCESS));
  });

  it('depends on include, exclude and expand only', () => {
    expect(SELECTION_PARAMETERS).toEqual(['include', 'exclude', 'expand']);
    expect(read('status=open')).toEqual(read(''));
  });
});

describe('The selection of the response to a write', () => {
  it('is the default and the collections that any of the payloads names, at each level', () => {
    const [items, gifts] = [...entity.collections.values()];
    const shipments = items!.target.collections.get('shipments')!;
    const item = { ...setting({}), children: new Map([[shipments, []]]) };
    const payloads = [
      { ...setting({}), children: new Map([[gifts!, []]]) },
      { ...setting({}), children: new Map([[items!, [item]]]) },
    ];

    expect(shape(withWrittenCollections(defaultSelection(entity, ACCESS, true), payloads, ACCESS))).toEqual([
      ...OWN,
      { items: [...ITEMS, SHIPMENTS] },
      { gifts: [...ITEMS, SHIPMENTS] },
    ]);
  });
});

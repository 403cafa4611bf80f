import type { Criteria, SearchStep } from '../../../lib/persistence';
import { openAccess } from '../../../lib/rest/access/access';
import type { SearchSection } from '../../../lib/rest/aggregate-configuration';
import { operationsOf } from '../../../lib/rest/compilation/operations-of';
import { SearchReader } from '../../../lib/rest/search/search-reader';
import { Order, shop } from '../../support/domain/shop';
import { useStore } from '../../support/open-store';

const SECTION: SearchSection = { maxPerPage: 10, defaultPerPage: 20, unknownParameters: 'reject', maxTables: 12 };

const ACCESS = openAccess();

let reader: SearchReader;

const open = useStore(shop);

beforeAll(async () => {
  reader = new SearchReader(open.store.registry.entity(Order)!, 'orders', SECTION);
});

describe('SearchReader', () => {
  it('reads an empty query as no criteria', () => {
    expect(reader.list({}, ACCESS)).toEqual({});
    expect(reader.read({}, ACCESS).criteria).toBeUndefined();
  });

  it('groups conditions by the associations that lead to their fields', () => {
    const { criteria } = reader.list(
      {
        status: ['created', 'shipped'],
        'order_items.sku[ne]': ['a'],
        'orders.order_items.product.name[like]': ['P*'],
      },
      ACCESS,
    );

    expect(criteria!.comparisons).toMatchObject([{ operator: 'in', values: ['created', 'shipped'] }]);
    const [[items, ofItems]] = [...criteria!.related] as [[SearchStep, Criteria]];
    expect(items.property).toBe('orderItems');
    expect(ofItems.comparisons).toMatchObject([{ field: { name: 'sku' }, operator: 'notIn', values: ['a'] }]);
    const [[product, ofProduct]] = [...ofItems.related] as [[SearchStep, Criteria]];
    expect(product.property).toBe('product');
    expect(ofProduct.comparisons).toMatchObject([{ operator: 'like', values: ['P*'] }]);
  });

  it('limits the size of a page to the maximum, even if the default is larger', () => {
    expect(reader.list({ page: ['2'] }, ACCESS).page).toEqual({ number: 2, size: 10 });
  });

  it('ignores the selection parameters', () => {
    const query = { include: ['code'], exclude: ['id'], expand: ['order_items'] };

    expect(reader.list(query, ACCESS)).toEqual({});
    expect(reader.read(query, ACCESS).criteria).toBeUndefined();
  });

  it('rejects the parameters of reads in a write', () => {
    for (const parameter of ['include', 'exclude', 'expand', 'sort', 'status']) {
      expect(() => reader.rejectParameters({ [parameter]: ['id'] })).toThrow(`"${parameter}" is for reads`);
      const ofLargeValue = () => reader.rejectParameters({ [parameter]: ['id'] }, false);
      expect(ofLargeValue).toThrow(`"${parameter}" is not for large values: leave it out.`);
    }
    expect(() => reader.rejectParameters({})).not.toThrow();
  });

  it('truncates a long value in messages', () => {
    const long = 'x'.repeat(5000);

    expect(() => reader.list({ status: [long] }, ACCESS)).toThrow(`"${'x'.repeat(100)}…", which must be one of`);
    expect(() => reader.list({ 'order_items.sku[like]': [long] }, ACCESS)).toThrow(
      'a pattern has at most 1000 characters',
    );
  });
});

describe('The operations of an aggregate', () => {
  it('list their query parameters', () => {
    const aggregate = open.store.registry.aggregate(Order);

    const operations = operationsOf(aggregate, {
      bulk: { maxItems: 10, missing: 'report' },
      search: SECTION,
      concurrency: { ifMatch: 'off' },
      idempotency: { key: 'off' },
      deletes: { gone: false },
      previews: { allowed: true },
      batches: { allowed: true },
      limits: { upload: 1 },
    });

    const parametersOf = (name: string) => operations.find((operation) => operation.name === name)!.input.query;
    const ofReads = ['include', 'exclude', 'expand'];
    const ofLists = ['sort', 'page', 'per_page', 'count', 'after', ...ofReads];
    const fields = ['status', 'order_items.sku', 'order_items.product.name'];
    expect(parametersOf('listOrders')).toEqual([...fields, 'or', ...ofLists]);
    expect(parametersOf('readOrder')).toEqual([...fields, 'or', ...ofReads]);
    expect(parametersOf('listOrderOrderItems')).toEqual(['sku', 'product.name', 'or', ...ofLists]);
    expect(parametersOf('updateOrder')).toBeUndefined();
  });
});

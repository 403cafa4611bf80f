import { BelongsTo, BelongsToMany, DataType, HasMany, Table, Unique } from 'sequelize-typescript';
import { AggregateRoot, BaseDomain, type EntityId, EntityKey, Hidden, type Ref, WriteOnly } from '../../lib';
import { Secure } from '../../lib/security';
import { KeyOf, Required, RequiredString, StringColumn } from '../support/columns';
import { holding, namedByHeader, permittedByName } from '../support/security/named-by-header';
import { type ApiResponse, useServed } from '../support/serve-shop';

/** Its children refer to its number, not to its id. */
@AggregateRoot
@Table({ tableName: 'referring_orders' })
class Order extends BaseDomain {
  @Unique @Required(DataType.BIGINT) declare number: EntityId;
  @HasMany(() => Item, { foreignKey: 'orderNumber', sourceKey: 'number' }) declare items: Item[];
}

@Table({ tableName: 'referring_items' })
class Item extends BaseDomain {
  @StringColumn(20) declare sku: string;
  @KeyOf(() => Order) declare orderNumber: EntityId | null;
  @BelongsTo(() => Order, { foreignKey: 'orderNumber', targetKey: 'number' }) declare order: Ref<Order> | null;
}

@Secure({ method: 'GET', permissions: ['customers.get'] })
@AggregateRoot
@Table({ tableName: 'referring_customers' })
class Customer extends BaseDomain {
  @HasMany(() => Bill) declare bills: Bill[];
}

/** Has the foreign key of its customer, and no association. */
@AggregateRoot
@Table({ tableName: 'referring_bills' })
class Bill extends BaseDomain {
  @KeyOf(() => Customer) declare customerId: EntityId | null;
}

@Secure({ method: 'POST', permissions: ['labels.post'] })
@AggregateRoot
@Table({ tableName: 'referring_labels' })
class Label extends BaseDomain {
  @EntityKey @Unique @RequiredString(10) declare code: string;
  @HasMany(() => Comment) declare comments: Comment[];
}

@Table({ tableName: 'referring_comments' })
class Comment extends BaseDomain {
  @KeyOf(() => Label) declare labelId: EntityId;
}

@AggregateRoot
@Table({ tableName: 'referring_pages' })
class Page extends BaseDomain {
  @BelongsToMany(() => Label, { through: () => PageLabel }) declare labels: Label[];
}

@AggregateRoot
@Table({ tableName: 'referring_page_labels' })
class PageLabel extends BaseDomain {
  @KeyOf(() => Page) declare pageId: EntityId;
  @KeyOf(() => Label) declare labelId: EntityId;
}

@AggregateRoot
@Table({ tableName: 'referring_owners' })
class Owner extends BaseDomain {
  @StringColumn(20) declare name: string;
}

@AggregateRoot
@Table({ tableName: 'referring_cars' })
class Car extends BaseDomain {
  @Hidden @KeyOf(() => Owner) declare ownerId: EntityId | null;
  @BelongsTo(() => Owner) declare owner: Ref<Owner> | null;
}

@AggregateRoot
@Table({ tableName: 'referring_vans' })
class Van extends BaseDomain {
  @WriteOnly @KeyOf(() => Owner) declare ownerId: EntityId | null;
  @BelongsTo(() => Owner) declare owner: Ref<Owner> | null;
}

const classes = [Order, Item, Customer, Bill, Label, Comment, Page, PageLabel, Owner, Car, Van];

describe('A foreign key field', () => {
  const shop = useServed(classes, { authenticators: [namedByHeader], authorizer: permittedByName });

  const ask = (method: string, path: string, body?: unknown, ...permissions: string[]): Promise<ApiResponse> =>
    shop.request(method, path, body, holding(...permissions));

  it('contains the target key of its association, not always the primary key: by the route, nested, and by reference', async () => {
    await Order.bulkCreate([
      { id: 1, number: 2 },
      { id: 2, number: 1 },
    ]);

    expect((await ask('POST', '/orders/1/items', { sku: 'one' })).body).toMatchObject({ order_number: 2 });
    expect((await ask('GET', '/orders/1/items')).body).toMatchObject([{ sku: 'one' }]);
    expect((await ask('GET', '/orders/2/items')).body).toEqual([]);
    const { status, body } = await ask('POST', '/orders', { number: 77, items: [{ sku: 'two' }] });
    expect({ status, items: body.items }).toMatchObject({ status: 201, items: [{ order_number: 77 }] });
    expect((await ask('PUT', '/orders/1/items/1', { order: { number: 2 } })).status).toBe(200);
    expect((await ask('PUT', '/orders/1/items/1', { order: { id: 1 } })).body.field_errors).toEqual([
      { field: 'order', message: 'must be an object with "number" alone', invalid_value: { id: 1 } },
    ]);
  });

  it('requires the permission to read the referenced entity, even without a reference beside it', async () => {
    const { id } = await Customer.create();
    const bill = (customer: number, ...permissions: string[]) =>
      ask('POST', '/bills', { customer_id: customer }, ...permissions);

    for (const customer of [Number(id), 999_999]) {
      expect((await bill(customer)).body).toMatchObject({
        status: 403,
        detail: 'The field "customer_id" requires the permission "customers.get".',
      });
    }
    expect((await bill(Number(id), 'customers.get')).status).toBe(201);
  });

  it('requires the permission to create in a many-to-many collection whenever it creates, whatever else the element has', async () => {
    const { id } = await Page.create();
    const element = { code: 'new', comments: [] };

    expect((await ask('POST', '/pages', { labels: [element] })).status).toBe(403);
    expect((await ask('POST', `/pages/${id}/labels`, element)).status).toBe(403);
    expect(await Label.count()).toBe(0);
    expect((await ask('POST', `/pages/${id}/labels`, element, 'labels.post')).status).toBe(201);
  });

  it.each([
    ['cars', Car],
    ['vans', Van],
  ] as const)('cannot be read through its reference when it cannot be read itself: %s', async (path, Class) => {
    const owner = await Owner.create({ name: 'Bob' });
    const { id } = await Class.create({ ownerId: owner.id });

    expect((await ask('GET', `/${path}/${id}?expand=owner`)).status).toBe(400);
    expect((await ask('GET', `/${path}?owner.name=Bob`)).status).toBe(400);
    expect((await ask('GET', `/${path}/${id}`)).body).not.toHaveProperty('owner');
  });
});

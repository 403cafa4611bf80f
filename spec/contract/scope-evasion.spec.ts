import { BelongsTo, BelongsToMany, HasMany, Table } from 'sequelize-typescript';
import { AggregateRoot, BaseDomain, type EntityId, type Ref } from '../../lib';
import { Scope } from '../../lib/security';
import { KeyOf, RequiredString, StringColumn } from '../support/columns';
import { namedByHeader } from '../support/security/named-by-header';
import { type ApiResponse, useServed } from '../support/serve-shop';

const ofTenant = (principal?: { readonly name: string }) => principal !== undefined && { tenant: principal.name };

@Scope((principal) => principal !== undefined && { 'members.login': principal.name })
@AggregateRoot
@Table({ tableName: 'evasion_projects' })
class Project extends BaseDomain {
  @StringColumn(20) declare title: string;
  @HasMany(() => Member) declare members: Member[];
}

@AggregateRoot
@Table({ tableName: 'evasion_people' })
class Person extends BaseDomain {
  @HasMany(() => Member) declare memberships: Member[];
}

@Table({ tableName: 'evasion_members' })
class Member extends BaseDomain {
  @StringColumn(20) declare login: string;
  @KeyOf(() => Project) declare projectId: EntityId | null;
  @BelongsTo(() => Project) declare project: Ref<Project> | null;
  @KeyOf(() => Person) declare personId: EntityId | null;
}

@Scope(ofTenant)
@AggregateRoot
@Table({
  tableName: 'evasion_orders',
  indexes: [{ name: 'evasion_order_code', unique: true, fields: ['tenant', 'code'] }],
})
class Order extends BaseDomain {
  @RequiredString(20) declare tenant: string;
  @StringColumn(20) declare code: string | null;
  @KeyOf(() => Order) declare earlierId: EntityId | null;
  @BelongsTo(() => Order) declare earlier: Ref<Order> | null;
  @HasMany(() => Item) declare items: Item[];
  @BelongsToMany(() => Attachment, { through: () => OrderAttachment }) declare attachments: Attachment[];
  @BelongsToMany(() => Label, { through: () => OrderLabel }) declare labels: Label[];
}

@Table({ tableName: 'evasion_items' })
class Item extends BaseDomain {
  @StringColumn(20) declare sku: string;
  @KeyOf(() => Order) declare orderId: EntityId | null;
  @KeyOf(() => Shelf) declare shelfId: EntityId | null;
  @KeyOf(() => Item) declare parentId: EntityId | null;
  @HasMany(() => Item, 'parentId') declare parts: Item[];
  @HasMany(() => Claim) declare claims: Claim[];
}

@Table({ tableName: 'evasion_claims' })
class Claim extends BaseDomain {
  @StringColumn(20) declare text: string;
  @KeyOf(() => Item) declare itemId: EntityId;
}

@AggregateRoot
@Table({ tableName: 'evasion_shelves' })
class Shelf extends BaseDomain {
  @HasMany(() => Item) declare items: Item[];
}

@Table({ tableName: 'evasion_attachments' })
class Attachment extends BaseDomain {
  @StringColumn(20) declare text: string;
}

@Table({ tableName: 'evasion_order_attachments' })
class OrderAttachment extends BaseDomain {
  @KeyOf(() => Order) declare orderId: EntityId;
  @KeyOf(() => Attachment) declare attachmentId: EntityId;
}

@Scope(ofTenant)
@AggregateRoot
@Table({ tableName: 'evasion_labels' })
class Label extends BaseDomain {
  @StringColumn(20) declare tenant: string;
}

/** A join class with its own routes, and foreign keys without associations. */
@AggregateRoot
@Table({ tableName: 'evasion_order_labels' })
class OrderLabel extends BaseDomain {
  @KeyOf(() => Order) declare orderId: EntityId;
  @KeyOf(() => Label) declare labelId: EntityId;
}

const classes = [Project, Person, Member, Order, Item, Claim, Shelf, Attachment, OrderAttachment, Label, OrderLabel];

describe('A request that tries to get around @Scope', () => {
  const shop = useServed(classes, { authenticators: [namedByHeader] });

  const as =
    (user: string) =>
    (method: string, path: string, body?: unknown): Promise<ApiResponse> =>
      shop.request(method, path, body, { 'X-User': user });
  const red = as('red');
  const blue = as('blue');
  const ids = ({ body }: ApiResponse) => (body as { id: number }[]).map(({ id }) => id);
  const statusOf = async (response: Promise<ApiResponse>) => (await response).status;

  it('cannot bring a parent into scope by a child, and responds as if the parent did not exist', async () => {
    const own = await Project.create({ title: 'own' });
    const other = await Project.create({ title: 'other' });
    const { id: person } = await Person.create();
    const mine = await Member.create({ login: 'red', projectId: own.id, personId: person });
    const [path, stranger] = [`/people/${person}/memberships`, { login: 'red', project_id: Number(other.id) }];

    expect((await red('POST', path, stranger)).body.detail).toBe(
      `project_id refers to the Project ${other.id}, which does not exist.`,
    );
    expect(await statusOf(red('PUT', `${path}/${mine.id}`, { project_id: Number(other.id) }))).toBe(409);
    expect(
      await statusOf(
        red('PUT', `/people/${person}`, { memberships: [{ login: 'red', project: { id: Number(other.id) } }] }),
      ),
    ).toBe(409);
    expect(await statusOf(red('POST', path, { login: 'red', project_id: Number(own.id) }))).toBe(201);
    expect(ids(await red('GET', '/projects'))).toEqual([Number(own.id)]);
  });

  it('has the same response for a row out of scope and a missing one, also for a duplicate unique value', async () => {
    await Order.create({ tenant: 'red', code: 'taken' });
    const { id: outside } = await Order.create({ tenant: 'blue' });
    const errorsOf = async (earlier: number) =>
      (await red('POST', '/orders', { tenant: 'red', code: 'taken', earlier_id: earlier })).body.field_errors;
    const expected = (key: number) => [
      { field: 'code', message: 'another Order has the same tenant and code' },
      { field: 'earlier_id', message: `refers to the Order ${key}, which does not exist`, invalid_value: key },
    ];

    expect(await errorsOf(Number(outside))).toEqual(expected(Number(outside)));
    expect(await errorsOf(999_999)).toEqual(expected(999_999));
  });

  it('does not find the children of a root out of scope, at any level', async () => {
    const { id: shelf } = await Shelf.create();
    const order = await Order.create({ tenant: 'blue' });
    const top = await Item.create({ sku: 'top', orderId: order.id, shelfId: shelf });
    const part = await Item.create({ sku: 'part', parentId: top.id, shelfId: shelf });
    const inner = await Item.create({ sku: 'inner', parentId: part.id, shelfId: shelf });
    const all = [top, part, inner].map(({ id }) => Number(id));
    const path = `/shelves/${shelf}/items`;

    expect(ids(await blue('GET', path))).toEqual(all);
    expect(ids(await red('GET', path))).toEqual([]);
    expect(await statusOf(red('PUT', `${path}/${inner.id}`, { sku: 'hacked' }))).toBe(404);
    expect(await statusOf(red('POST', path, { sku: 'x', parent_id: Number(part.id) }))).toBe(409);
    expect(await statusOf(red('DELETE', `${path}/${part.id}`))).toBe(404);
    expect(await statusOf(blue('PUT', `${path}/${inner.id}`, { sku: 'own' }))).toBe(200);
  });

  it('may use children without a scoped root, and those below them', async () => {
    const { id: shelf } = await Shelf.create();
    const item = await red('POST', `/shelves/${shelf}/items`, { sku: 'free' });
    const claims = `/shelves/${shelf}/items/${item.body.id}/claims`;

    expect(item.status).toBe(201);
    expect(await statusOf(red('POST', claims, { text: 'scratch' }))).toBe(201);
    expect((await blue('GET', claims)).body).toHaveLength(1);
  });

  it('finds an entity only if at least one linked root is in scope', async () => {
    const [own, other] = [await Order.create({ tenant: 'red' }), await Order.create({ tenant: 'blue' })];
    const { id } = await Attachment.create({ text: 'secret' });
    await OrderAttachment.create({ orderId: other.id, attachmentId: id });
    const path = `/orders/${own.id}/attachments`;

    expect(await statusOf(red('POST', path, { id: Number(id) }))).toBe(422);
    expect(await statusOf(red('PUT', `${path}/${id}`, { text: 'hacked' }))).toBe(404);
    expect(await statusOf(red('POST', path, { text: 'own' }))).toBe(201);
    await OrderAttachment.create({ orderId: own.id, attachmentId: id });
    expect(ids(await red('GET', path))).toContain(Number(id));
  });

  it('is limited at both ends of a join class with its own routes', async () => {
    const [own, other] = [await Order.create({ tenant: 'red' }), await Order.create({ tenant: 'blue' })];
    const label = await Label.create({ tenant: 'red' });
    const link = (order: unknown, id: unknown) =>
      red('POST', '/order_labels', { order_id: Number(order), label_id: Number(id) });

    expect((await link(other.id, label.id)).body.detail).toBe(
      `order_id refers to the Order ${other.id}, which does not exist.`,
    );
    expect(await statusOf(link(999_999, label.id))).toBe(409);
    expect(await statusOf(link(own.id, label.id))).toBe(201);
  });
});

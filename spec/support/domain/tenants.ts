import 'reflect-metadata';
import { BelongsTo, BelongsToMany, HasMany, Table } from 'sequelize-typescript';
import { Action, AggregateRoot, BaseDomain, type EntityId, Hidden, type Ref, Searchable } from '../../../lib';
import type { Principal } from '../../../lib/core';
import { Scope, type ScopeCriteria } from '../../../lib/security';
import { KeyOf, RequiredKeyOf, RequiredString, StringColumn } from '../columns';

/** The name of a user is its tenant. `staff` and `auditor` have all rows, a request without credentials none. */
export function ofTenant(principal: Principal | undefined): ScopeCriteria {
  if (!principal) return false;
  return ['staff', 'auditor'].includes(principal.name) ? undefined : { tenant: [principal.name, 'shared'] };
}

/** How often the rule of orders was called. */
export const ruleCalls = { count: 0 };

@Scope(ofTenant)
@AggregateRoot
@Table({ tableName: 'tenant_clients' })
export class Client extends BaseDomain {
  @Searchable @RequiredString(20) declare name: string;
  @RequiredString(20) declare tenant: string;
  @HasMany(() => Order) declare orders: Order[];
}

/** Its rule compares a hidden column. */
@Scope((principal): ScopeCriteria => (principal?.name === 'staff' ? {} : { owner: principal?.name ?? '' }))
@AggregateRoot
@Table({ tableName: 'tenant_products' })
export class Product extends BaseDomain {
  @Searchable @RequiredString(20) declare name: string;
  @Hidden @StringColumn(20) declare owner: string | null;
}

/** Contains items of any order. Only an auditor has a limited scope. */
@Scope((principal) => (principal?.name === 'auditor' ? { code: 'A' } : undefined))
@AggregateRoot
@Table({ tableName: 'tenant_shelves' })
export class Shelf extends BaseDomain {
  @RequiredString(20) declare code: string;
  @HasMany(() => Item) declare items: Item[];
}

@Table({ tableName: 'tenant_items' })
export class Item extends BaseDomain {
  @Searchable @RequiredString(20) declare sku: string;
  @KeyOf(() => Product) declare productId: EntityId | null;
  @BelongsTo(() => Product) declare product: Ref<Product> | null;
  @KeyOf(() => Shelf) declare shelfId: EntityId | null;
  @RequiredKeyOf(() => Order) declare orderId: EntityId;
}

/** Has no rule, and refers to a class that is scoped by its root only. */
@AggregateRoot
@Table({ tableName: 'tenant_claims' })
export class Claim extends BaseDomain {
  @StringColumn(20) declare text: string | null;
  @KeyOf(() => Item) declare itemId: EntityId | null;
  @BelongsTo(() => Item) declare item: Ref<Item> | null;
}

@Table({ tableName: 'tenant_order_labels' })
export class OrderLabel extends BaseDomain {
  @KeyOf(() => Order) declare orderId: EntityId;
  @KeyOf(() => Label) declare labelId: EntityId;
}

@Scope(ofTenant)
@AggregateRoot
@Table({ tableName: 'tenant_labels' })
export class Label extends BaseDomain {
  @Searchable @RequiredString(20) declare text: string;
  @RequiredString(20) declare tenant: string;
}

/** A packer sees only orders with a kit. */
@Scope((principal) => (principal?.roles.includes('packer') ? { 'items.sku[like]': 'KIT-*' } : undefined))
@Scope((principal) => {
  ruleCalls.count++;
  return principal?.roles.includes('packer') ? undefined : ofTenant(principal);
})
@AggregateRoot
@Table({ tableName: 'tenant_orders' })
export class Order extends BaseDomain {
  @Searchable @RequiredString(20) declare note: string;
  @RequiredString(20) declare tenant: string;
  @KeyOf(() => Client) declare clientId: EntityId | null;
  @BelongsTo(() => Client) declare client: Ref<Client> | null;
  @HasMany(() => Item) declare items: Item[];
  @BelongsToMany(() => Label, { through: () => OrderLabel }) declare labels: Label[];

  @Action({ value: 'annotate' })
  annotate(note: string): void {
    this.note = note;
  }

  @Action({ value: 'give' })
  give(tenant: string): void {
    this.tenant = tenant;
  }

  @Action({ value: 'assign' })
  assign(client: Client): void {
    this.clientId = client.id;
  }

  @Action({ value: 'resku', path: 'items' })
  resku(item: Item, sku: string): void {
    item.sku = sku;
  }

  @Action({ value: 'resku_all' })
  async reskuAll(sku: string): Promise<void> {
    for (const item of await Item.where({ orderId: this.id })) item.sku = sku;
  }

  @Action({ value: 'shred' })
  async shred(): Promise<void> {
    await Item.destroy({ where: { orderId: this.id } });
    await OrderLabel.destroy({ where: { orderId: this.id } });
    await this.destroy();
  }
}

export const TENANTS = [Client, Product, Shelf, Item, Claim, OrderLabel, Label, Order];

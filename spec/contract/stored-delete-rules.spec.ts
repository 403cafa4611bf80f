import 'reflect-metadata';
import {
  AutoIncrement,
  BelongsTo,
  BelongsToMany,
  DataType,
  HasMany,
  HasOne,
  Model,
  PrimaryKey,
  Table,
  Unique,
} from 'sequelize-typescript';
import { AggregateRoot, Collection } from '../../lib/metadata';
import type { Ref } from '../../lib/persistence';
import { IntegerColumn, KeyOf, PrimaryKeyOf, RequiredKeyOf } from '../support/columns';
import { prepare, serve, useServed } from '../support/serve-shop';
import { statementsOf } from '../support/statements';
import { createTestDatabase, dialect } from '../support/test-database';

const KEY = dialect === 'sqlite' ? 'INTEGER PRIMARY KEY AUTOINCREMENT' : 'INTEGER AUTO_INCREMENT PRIMARY KEY';

/** A table whose column `owner` refers to another by a foreign key with the rule. */
const referring = (table: string, to: string, rule: string, type = 'INTEGER') =>
  `CREATE TABLE ${table} (id ${KEY}, owner ${type}, FOREIGN KEY (owner) REFERENCES ${to} (id) ON DELETE ${rule})`;

const SCHEMA = [
  ...['clients', 'skills'].map((name) => `CREATE TABLE ${name} (id ${KEY})`),
  referring('remarks', 'clients', 'RESTRICT'),
  referring('orders', 'clients', 'SET NULL'),
  referring('passports', 'clients', 'NO ACTION', 'INTEGER UNIQUE'),
  referring('visits', 'clients', 'CASCADE'),
  referring('drafts', 'clients', 'CASCADE'),
  `CREATE TABLE client_skills (client INTEGER NOT NULL, skill INTEGER NOT NULL, PRIMARY KEY (client, skill),
   FOREIGN KEY (client) REFERENCES clients (id) ON DELETE RESTRICT, FOREIGN KEY (skill) REFERENCES skills (id) ON DELETE CASCADE)`,
  referring('nodes', 'nodes', 'CASCADE'),
  referring('leaves', 'nodes', 'RESTRICT'),
];

const TABLE = { timestamps: false } as const;

abstract class Row extends Model {
  @PrimaryKey @AutoIncrement @IntegerColumn declare id: number;
}

@Table({ ...TABLE, tableName: 'remarks' })
class Remark extends Row {
  @KeyOf(() => Client, DataType.INTEGER) declare owner: number | null;
}

@AggregateRoot
@Table({ ...TABLE, tableName: 'orders' })
class Order extends Row {
  @KeyOf(() => Client, DataType.INTEGER) declare owner: number | null;
}

@Table({ ...TABLE, tableName: 'passports' })
class Passport extends Row {
  @Unique @KeyOf(() => Client, DataType.INTEGER) declare owner: number | null;
}

/** In no collection of the client. */
@AggregateRoot
@Table({ ...TABLE, tableName: 'visits' })
class Visit extends Row {
  @KeyOf(() => Client, DataType.INTEGER) declare owner: number | null;
  @BelongsTo(() => Client) declare client: Ref<Client> | null;
}

/** Declares a stricter rule than its table has. */
@Table({ ...TABLE, tableName: 'drafts' })
class Draft extends Row {
  @KeyOf(() => Client, DataType.INTEGER) declare owner: number | null;
}

@Table({ ...TABLE, tableName: 'client_skills' })
class ClientSkill extends Model {
  @PrimaryKeyOf(() => Client, DataType.INTEGER) declare client: number;
  @PrimaryKeyOf(() => Skill, DataType.INTEGER) declare skill: number;
}

@AggregateRoot
@Table({ ...TABLE, tableName: 'skills' })
class Skill extends Row {}

@AggregateRoot
@Table({ ...TABLE, tableName: 'clients' })
class Client extends Row {
  @HasMany(() => Remark, 'owner') declare remarks: Remark[];
  @HasMany(() => Order, 'owner') declare orders: Order[];
  @HasOne(() => Passport, 'owner') declare passport: Passport | null;
  @HasMany(() => Draft, { foreignKey: 'owner', onDelete: 'RESTRICT' }) declare drafts: Draft[];

  @BelongsToMany(() => Skill, { through: () => ClientSkill, foreignKey: 'client', otherKey: 'skill' })
  declare skills: Skill[];
}

@Table({ ...TABLE, tableName: 'leaves' })
class Leaf extends Row {
  @KeyOf(() => Branch, DataType.INTEGER) declare owner: number | null;
}

@AggregateRoot
@Table({ ...TABLE, tableName: 'nodes' })
class Branch extends Row {
  @KeyOf(() => Branch, DataType.INTEGER) declare owner: number | null;
  @HasMany(() => Branch, 'owner') declare branches: Branch[];
  @HasMany(() => Leaf, 'owner') declare leaves: Leaf[];
}

let client: Client;

const types = [Client, Remark, Order, Passport, Visit, Draft, ClientSkill, Skill, Branch, Leaf];
const served = useServed(types, { schema: SCHEMA, properties: { 'hbm2ddl.auto': 'none' } });
beforeEach(async () => {
  client = await Client.create();
});

const remove = async (keys: string | number = client.id) => (await served.request('DELETE', `/clients/${keys}`)).status;
const owned = () => ({ owner: client.id }) as never;

describe('DELETE where the class is silent and the foreign key of the table has a rule', () => {
  it.each<[string, typeof Remark | typeof Passport]>([
    ['RESTRICT', Remark],
    ['NO ACTION', Passport],
  ])('is rejected with %s, and deletes nothing', async (_, type) => {
    const row = await type.create(owned());

    expect(await remove()).toBe(409);

    expect(await type.findByPk(row.id)).not.toBeNull();
    await row.destroy();
    expect(await remove()).toBe(204);
  });

  it('unlinks the rows with SET NULL', async () => {
    const order = await Order.create(owned());

    expect(await remove()).toBe(204);

    expect((await Order.findByPk(order.id))?.owner).toBeNull();
  });

  it('is rejected while rows of a join table with RESTRICT refer to the entity', async () => {
    const skill = await Skill.create();
    const link = { client: client.id, skill: skill.id };
    await ClientSkill.create(link as never);

    expect(await remove()).toBe(409);

    expect(await ClientSkill.count({ where: link })).toBe(1);
    expect((await served.request('DELETE', `/clients/${client.id}/skills/${skill.id}`)).status).toBe(204);
    expect(await remove()).toBe(204);
  });

  it('removes the rows of a join table with CASCADE, from its other side', async () => {
    const skill = await Skill.create();
    await ClientSkill.create({ client: client.id, skill: skill.id } as never);

    expect((await served.request('DELETE', `/skills/${skill.id}`)).status).toBe(204);

    expect(await ClientSkill.count({ where: { skill: skill.id } })).toBe(0);
    expect(await remove()).toBe(204);
  });

  it('deletes rows of no collection with CASCADE', async () => {
    const visit = await Visit.create(owned());

    expect(await remove()).toBe(204);

    expect(await Visit.findByPk(visit.id)).toBeNull();
  });

  it('deletes a tree with CASCADE, unless rows below it have RESTRICT', async () => {
    const [root, part] = [await Branch.create(), await Branch.create()];
    await part.update({ owner: root.id });
    const leaf = await Leaf.create({ owner: part.id } as never);
    const removeRoot = async () => (await served.request('DELETE', `/branches/${root.id}`)).status;

    expect(await removeRoot()).toBe(409);

    await leaf.destroy();
    expect(await removeRoot()).toBe(204);
    expect(await Branch.findByPk(part.id)).toBeNull();
  });

  it('deletes none of several entities if a rule rejects one of them', async () => {
    const other = await Client.create();
    const remark = await Remark.create(owned());

    expect(await remove(`${other.id},${client.id}`)).toBe(409);

    expect(await Client.findByPk(other.id)).not.toBeNull();
    await remark.destroy();
    expect(await remove(`${other.id},${client.id}`)).toBe(204);
  });
});

describe('A rule of the class that is stricter than that of the table', () => {
  it('is applied', async () => {
    const draft = await Draft.create(owned());

    expect(await remove()).toBe(409);

    await draft.destroy();
    expect(await remove()).toBe(204);
  });
});

describe('The foreign keys of the database', () => {
  it('are read before the first request, not with each', async () => {
    const statements = await statementsOf(Client, () => remove());

    expect(statements.filter((text) => /information_schema|foreign_key_list/i.test(text))).toEqual([]);
  });
});

@Table({ ...TABLE, tableName: 'items' })
class Item extends Row {
  @RequiredKeyOf(() => Basket, DataType.INTEGER) declare owner: number;
}

@AggregateRoot
@Table({ ...TABLE, tableName: 'coupons' })
class Coupon extends Row {
  @KeyOf(() => Basket, DataType.INTEGER) declare owner: number | null;
}

@AggregateRoot
@Table({ ...TABLE, tableName: 'gifts' })
class Gift extends Row {
  @KeyOf(() => Basket, DataType.INTEGER) declare owner: number | null;
}

@AggregateRoot
@Table({ ...TABLE, tableName: 'baskets' })
class Basket extends Row {
  @HasMany(() => Item, { foreignKey: 'owner', onDelete: 'CASCADE' }) declare items: Item[];
  @HasMany(() => Coupon, { foreignKey: 'owner', onDelete: 'SET NULL' }) declare coupons: Coupon[];
  @Collection({ cascade: true }) @HasMany(() => Gift, 'owner') declare gifts: Gift[];
}

describe('A rule of the class that is weaker than that of the table', () => {
  const basketsWith = (items: string, coupons: string, gifts: string) => [
    `CREATE TABLE baskets (id ${KEY})`,
    referring('items', 'baskets', items, 'INTEGER NOT NULL'),
    referring('coupons', 'baskets', coupons),
    referring('gifts', 'baskets', gifts),
  ];

  it('stops the start, with all of them, the foreign key and the remedy', async () => {
    const database = await createTestDatabase();
    await prepare(database.url, basketsWith('RESTRICT', 'NO ACTION', 'SET NULL'));

    const start = serve([Basket, Item, Coupon, Gift], { database, properties: { 'hbm2ddl.auto': 'none' } });

    const error = await start.then(
      () => new Error('The start succeeded.'),
      (failure: Error) => failure,
    );
    await database.drop();
    const end = (rule: string) =>
      `which is stricter: remove the declaration, or declare onDelete "${rule}", to keep that rule, or change the foreign key in a migration.`;
    expect(error.message).toContain(
      `Basket.items declares onDelete "CASCADE", but the foreign key items.owner of the database has ON DELETE RESTRICT, ${end('RESTRICT')}`,
    );
    expect(error.message).toContain('Basket.coupons declares onDelete "SET NULL", but the foreign key coupons.owner');
    expect(error.message).toContain(
      `Basket.gifts declares cascade: true, but the foreign key gifts.owner of the database has ON DELETE SET NULL, ${end('SET NULL')}`,
    );
  });

  it('is no mistake if the rules are alike', async () => {
    const database = await createTestDatabase();
    await prepare(database.url, basketsWith('CASCADE', 'SET NULL', 'CASCADE'));

    const { stop } = await serve([Basket, Item, Coupon, Gift], {
      database,
      properties: { 'hbm2ddl.auto': 'validate' },
    });

    await stop();
    await database.drop();
  });
});

import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { koaggregateIn } from '../support/koaggregate';
import { checkProject, projectsFolder, testProject } from '../support/written-project';

jest.setTimeout(180_000);

let folder: string;
let project: string;

beforeEach(async () => {
  folder = projectsFolder();
  project = join(folder, 'shop');
  await koaggregateIn(folder, 'new', 'shop');
});
afterEach(() => rmSync(folder, { recursive: true }));

const textOf = (path: string) => readFileSync(join(project, path), 'utf8');
const generate = (...words: string[]) => koaggregateIn(project, 'generate-model', ...words);

describe('koaggregate generate-model', () => {
  it('writes an aggregate root with its fields and spec, also with single-dash options', async () => {
    const { code, out, err } = await generate(
      'shopping-cart',
      '-aggregateRoot',
      '-fields',
      'customerEmail:string(254):key:searchable,status:enum(open|ordered):default=open:searchable,notes:text:hidden,paid_at:instant:read-only',
    );

    expect([code, err]).toEqual([0, '']);
    expect(out).toBe('src/domain/shopping-cart.ts\nspec/domain/shopping-cart.spec.ts');
    expect(
      textOf('src/domain/shopping-cart.ts'),
    ).toBe(`import { AggregateRoot, BaseDomain, EntityKey, Hidden, ReadOnly, Searchable } from 'koaggregate';
import { AllowNull, Column, DataType, Default, Index, Table, Unique } from 'sequelize-typescript';

export type ShoppingCartStatus = 'open' | 'ordered';

@AggregateRoot
@Table({ tableName: 'shopping_carts' })
export class ShoppingCart extends BaseDomain {
  @EntityKey
  @Searchable
  @Unique
  @AllowNull(false)
  @Column(DataType.STRING(254))
  declare customerEmail: string;

  @Searchable
  @Index
  @Default('open')
  @AllowNull(false)
  @Column(DataType.ENUM('open', 'ordered'))
  declare status: ShoppingCartStatus;

  @Hidden
  @Column(DataType.TEXT)
  declare notes: string | null;

  @ReadOnly
  @Column(DataType.DATE)
  declare paidAt: Date | null;
}
`);
  });

  it('writes a child, and adds its collection to the parent class', async () => {
    await generate('Order', '--aggregate-root', '--fields', 'code:string(20):required');

    const { out } = await generate('OrderItem', '--belongs-to', 'Order:items', '--fields', 'quantity:integer:required');

    expect(out).toBe(
      'src/domain/order-item.ts\nspec/domain/order-item.spec.ts\nsrc/domain/order.ts: added "items" to Order',
    );
    expect(textOf('src/domain/order.ts')).toBe(`import { AggregateRoot, BaseDomain } from 'koaggregate';
import { AllowNull, Column, DataType, HasMany, Table } from 'sequelize-typescript';
import { OrderItem } from './order-item';

@AggregateRoot
@Table({ tableName: 'orders' })
export class Order extends BaseDomain {
  @AllowNull(false)
  @Column(DataType.STRING(20))
  declare code: string;

  @HasMany(() => OrderItem)
  declare items: OrderItem[];
}
`);
    expect(textOf('src/domain/order-item.ts')).toContain(`  @ForeignKey(() => Order)
  @AllowNull(false)
  @Column(DataType.BIGINT)
  declare orderId: EntityId;
`);
    expect(textOf('spec/domain/order-item.spec.ts')).toContain("describe('/orders/{order_id}/items', () => {");
  });

  it('writes classes of all kinds that compile and whose specs pass', async () => {
    const keyed = 'code:string(20):key:searchable,placed:date:searchable';
    await generate('Order', '--aggregate-root', '--fields', keyed);
    const twice = ['--belongs-to', 'Order', '--belongs-to', 'Product'];
    await generate('OrderItem', ...twice, '--fields', 'quantity:integer:required');
    await generate(
      'Shipment',
      '--belongs-to',
      'OrderItem',
      '--fields',
      'carrier,weight:double,sentAt:datetime,data:json',
    );
    await generate('Payment', '--aggregate-root', '--belongs-to', 'Order', '--fields', 'amount:decimal(12,2):required');
    const others = 'place:uuid:unique,open:boolean,at:time,n:bigint';
    await generate('Shelf', '--aggregate-root', '--has-many', 'Product', '--fields', others);

    const [checked, tested] = [checkProject(project), await testProject(project)];

    expect(checked).toEqual({ code: 0, out: '', err: '' });
    expect(tested.err).toContain('Test Suites: 6 passed, 6 total');
  });

  it('imports with extensions in an ESM project, which compiles', async () => {
    await koaggregateIn(folder, 'new', 'shop', '--esm', '--force');
    await generate('Review', '--belongs-to', 'Product', '--fields', 'text');

    const checked = checkProject(project);

    expect(textOf('src/domain/product.ts')).toContain("import { Review } from './review.js';");
    expect(checked).toEqual({ code: 0, out: '', err: '' });
  });
});

describe('koaggregate generate-model in an existing project', () => {
  it('prints the lines to add if a class cannot be changed safely', async () => {
    const file = join(project, 'src/domain/product.ts');
    writeFileSync(file, textOf('src/domain/product.ts').replace(/\n\}\n$/, '\n\n  declare reviews: string;\n}\n'));
    const before = textOf('src/domain/product.ts');

    const { code, out } = await generate('Review', '--belongs-to', 'Product', '--fields', 'text:text');

    expect(code).toBe(0);
    expect(out).toContain(`src/domain/product.ts: not changed. Add this to Product if it is missing:
    @HasMany(() => Review)
    declare reviews: Review[];`);
    expect(textOf('src/domain/product.ts')).toBe(before);
  });

  it('overwrites files only with --force, and otherwise changes nothing', async () => {
    await generate('Order', '--aggregate-root');
    const before = textOf('src/domain/product.ts');

    const rejected = await generate('Order', '--belongs-to', 'Product');
    const forced = await generate('Order', '--aggregate-root', '--force', '--fields', 'code');

    expect([rejected.code, forced.code]).toEqual([1, 0]);
    expect(rejected.err).toContain(
      'src/domain/order.ts, spec/domain/order.spec.ts already exist. Nothing was written; use --force to overwrite.',
    );
    expect(textOf('src/domain/product.ts')).toBe(before);
    expect(textOf('src/domain/order.ts')).toContain('declare code: string | null;');
  });
});

describe('koaggregate generate-model with unusual arguments', () => {
  it('writes no spec for a class without routes, and says so', async () => {
    const { out, err } = await generate('Note', '--fields', 'text');

    expect(out).toBe('src/domain/note.ts');
    expect(err).toBe(
      'No spec was written: no route leads to Note. Run the command again with --force, and --aggregate-root or --belongs-to ROOT.',
    );
  });

  it('writes no spec for a root in a project without an application, and says so', async () => {
    rmSync(join(project, 'src/shop-application.ts'));

    const { out, err } = await generate('Order', '--aggregate-root');

    expect(out).toBe('src/domain/order.ts');
    expect(err).toBe('No spec was written: no module of the project exports a class that extends Application.');
  });

  it('accepts the name of a global that the module does not need', async () => {
    expect(await generate('Event', '--aggregate-root')).toMatchObject({ code: 0 });
  });

  const expectRejected = async (words: readonly string[], message: string) => {
    const { code, err } = await generate(...words);

    expect(code).toBe(1);
    expect(err).toContain(message);
  };

  it.each([
    ['an invalid class name', '2nd', '"2nd" is not a class name: use letters and digits, as in CartItem.'],
    ['a taken class name', 'Date', 'The class name "Date" is taken by JavaScript or by an import'],
    [
      'an unknown class',
      'Item --belongs-to Produkt',
      'There is no class "Produkt" in src/domain: generate it first. Known classes: Product.',
    ],
    [
      'two members with the same name',
      'Item --belongs-to Product --fields productId:integer',
      'Item would have two members called "productId"',
    ],
  ])('rejects %s', (_, words, message) => expectRejected(words.split(' '), message));

  it.each([
    ['an unknown type', 'n:strin', 'The field "n" has the unknown type "strin". Known types: string, '],
    [
      'an invalid parameter of a type',
      'n:string(x)',
      'The field "n" has the invalid type "string(x)": write string(20).',
    ],
    ['an unknown mark', 'n:string:requird', 'The field "n" has the unknown mark "requird". Known marks: required, '],
    ['a field of BaseDomain', 'save', 'The field name "save" is taken by BaseDomain'],
    ['a duplicate field', 'a,b,a', 'The field "a" is declared twice'],
    ['duplicate enum values', 'a:enum(x|x)', 'The enum "a" needs distinct values'],
    ['a default outside of the enum', 'a:enum(x|y):default=z', 'The default of "a" must be one of its values: x, y.'],
    [
      'a searchable JSON field',
      'a:json:searchable',
      'The field "a" is json, which can be neither searchable nor unique',
    ],
    [
      'a required field that no request can set',
      'a:string:required:hidden',
      'The field "a" is required, but no request can set it: add a default',
    ],
  ])('rejects %s', (_, fields, message) => expectRejected(['Order', '--fields', fields], message));
});

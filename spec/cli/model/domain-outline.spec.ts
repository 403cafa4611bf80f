import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { domainOutline, type OutlinedClass, pathTo } from '../../../lib/cli/model/domain-outline';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'outline-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(file: string, text: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
}

describe('domainOutline()', () => {
  it('is empty for a folder that does not exist', () => {
    expect(domainOutline(join(folder, 'none'))).toEqual([]);
  });

  it('reads the classes of all modules below a folder, but not of specs and declaration files', () => {
    for (const file of [
      'order.ts',
      'parts/item.ts',
      'order.spec.ts',
      'order.test.ts',
      'types.d.ts',
      'notes.md',
      'a.js',
    ])
      write(file, 'export class Order {}');

    expect(domainOutline(folder).map(({ file }) => relative(folder, file))).toEqual(['order.ts', 'parts/item.ts']);
  });

  it.each<[declaration: string, isRoot: boolean, resourceName: string | undefined]>([
    ['class Cart {}', false, undefined],
    ['@AggregateRoot class Cart {}', true, undefined],
    ['@AggregateRoot() class Cart {}', true, undefined],
    ["@AggregateRoot({ name: 'baskets' }) class Cart {}", true, 'baskets'],
    ["@Table({ name: 'carts' }) @AggregateRoot({ create: false }) class Cart {}", true, undefined],
    ['@AggregateRoot({ name }) class Cart {}', true, undefined],
    ['@AggregateRoot(OPTIONS) export default class Cart {}', true, undefined],
    ['@AggregateRoots class Cart {}', false, undefined],
  ])('reads from "%s" whether the class is a root, and its resource name', (declaration, isRoot, resourceName) => {
    write('cart.ts', declaration);

    expect(domainOutline(folder)).toEqual([
      { name: 'Cart', file: join(folder, 'cart.ts'), isRoot, resourceName, collections: [] },
    ]);
  });

  it('reads to-many associations with their class', () => {
    write(
      'cart.ts',
      `class Cart {
        @HasMany(() => Item, { onDelete: 'CASCADE' }) declare items: Item[];
        @OneToMany(() => Note) declare 'side notes': Note[];
        @HasOne(() => Invoice) declare invoice: Invoice;
        @HasMany(TARGET) declare others: Item[];
        @Column declare name: string;
        total() {}
      }`,
    );

    expect(domainOutline(folder)[0]?.collections).toEqual([
      { member: 'items', target: 'Item' },
      { member: "'side notes'", target: 'Note' },
    ]);
  });

  it('ignores classes without a name and inside functions, and reads modules that do not compile', () => {
    write('a.ts', 'export default class {}\nfunction make() { class Inner {} }\nclass Broken { @HasMany(() => ');

    expect(domainOutline(folder).map(({ name }) => name)).toEqual(['Broken']);
  });
});

describe('pathTo()', () => {
  /** `Order: items Item, notes Note`; roots are written `@Order`. */
  const outline = (...lines: string[]): OutlinedClass[] =>
    lines.map((line) => {
      const [name = '', list = ''] = line.split(': ');
      const collections = list
        .split(', ')
        .filter(Boolean)
        .map((one) => one.split(' '))
        .map(([member = '', target = '']) => ({ member, target }));
      return { name: name.replace('@', ''), file: '', isRoot: name.startsWith('@'), collections };
    });
  const pathIn = (name: string, ...lines: string[]) => {
    const path = pathTo(name, outline(...lines));
    return path && [path.root.name, ...path.steps.map(({ member }) => member)].join('.');
  };

  it.each<[name: string, path: string | undefined, lines: readonly string[]]>([
    ['Order', 'Order', ['@Order: items Item', 'Item']],
    ['Item', 'Order.items', ['@Order: items Item', 'Item']],
    ['Part', 'Order.items.parts', ['@Order: items Item', 'Item: parts Part', 'Part']],
    ['Part', 'Stock.parts', ['@Order: items Item', 'Item: parts Part', '@Stock: parts Part', 'Part']],
    ['Node', 'Tree.nodes', ['@Tree: nodes Node', 'Node: nodes Node']],
    ['Leaf', 'Tree.nodes.leaves', ['@Tree: nodes Node', 'Node: nodes Node, leaves Leaf', 'Leaf']],
    ['Item', undefined, ['Order: items Item', 'Item']],
    ['Item', undefined, ['@Order: items Missing', 'Item']],
    ['Missing', undefined, ['@Order: items Missing']],
    ['Other', undefined, ['@A: bs B', 'B: as A', 'Other']],
  ])('leads to %s by %s', (name, path, lines) => {
    expect(pathIn(name, ...lines)).toBe(path);
  });
});

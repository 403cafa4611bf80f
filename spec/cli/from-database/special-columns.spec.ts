import { classFile } from '../../../lib/cli/from-database/class-file';
import { planClasses } from '../../../lib/cli/from-database/plan-classes';
import type { ColumnShape, TableShape } from '../../../lib/persistence';
import { mysql } from '../../../lib/persistence/dialects/mysql';

const column = (name: string, type = 'datetime', more: Partial<ColumnShape> = {}): ColumnShape => ({
  ...{ name, type, isNullable: false, isGenerated: false, ...more },
});
const ID = column('id', 'int(11)', { isGenerated: true });
const ON_UPDATE: Partial<ColumnShape> = { default: 'current_timestamp()', onUpdate: 'current_timestamp()' };

function table(name: string, columns: readonly ColumnShape[], more: Partial<TableShape> = {}): TableShape {
  return { name, isView: false, columns: [ID, ...columns], primaryKey: ['id'], indexes: [], foreignKeys: [], ...more };
}

/** The options of `@Table`, and the text of the class, of the first table. */
function generated(...tables: TableShape[]): { readonly options: string; readonly text: string } {
  const { classes } = planClasses(tables, { dialect: mysql });
  const text = classFile(classes[0]!, classes);
  return { options: /@Table\((.*)\)/.exec(text)![1]!, text };
}

describe('The times of a class', () => {
  it.each<[string, readonly ColumnShape[], string]>([
    ['created_at', [column('created_at')], "createdAt: 'createdAt', updatedAt: false"],
    ['UpdatedAt', [column('UpdatedAt')], "createdAt: false, updatedAt: 'updatedAt'"],
    ['last_update', [column('last_update', 'timestamp', ON_UPDATE)], "createdAt: false, updatedAt: 'lastUpdate'"],
    ['ModifiedOn', [column('ModifiedOn', 'timestamp', ON_UPDATE)], "createdAt: false, updatedAt: 'modifiedOn'"],
    [
      'updated_at beside another',
      [column('last_change', 'timestamp', ON_UPDATE), column('updated_at')],
      "createdAt: false, updatedAt: 'updatedAt'",
    ],
    ['last_update without ON UPDATE', [column('last_update')], 'timestamps: false'],
    ['another name with ON UPDATE', [column('paid', 'timestamp', ON_UPDATE)], 'timestamps: false'],
    ['created_at as a date', [column('created_at', 'date')], 'timestamps: false'],
  ])('are found in %s', (_, columns, options) => {
    expect(generated(table('orders', columns)).options).toBe(`{ tableName: 'orders', ${options} }`);
  });
});

describe('The soft delete of a class', () => {
  const deleted = column('deleted_at', 'datetime', { isNullable: true });
  const SOFT = "paranoid: true, deletedAt: 'deletedAt'";
  const line = (more: readonly ColumnShape[] = [], onDelete = 'CASCADE') =>
    table('lines', [column('order_id', 'int(11)'), ...more], {
      foreignKeys: [{ columns: ['order_id'], table: 'orders', referred: ['id'], onDelete, onUpdate: 'RESTRICT' }],
    });
  const orders = table('orders', [deleted]);

  it('is a deleted_at that may be null', () => {
    expect(generated(orders).options).toContain(SOFT);
    expect(generated(table('orders', [column('deleted_at')])).options).not.toContain('paranoid');
    expect(generated(table('orders', [{ ...deleted, name: 'deleted_on' }])).options).not.toContain('paranoid');
  });

  it('needs one of the children that are deleted with it, at any depth', () => {
    const item = table('items', [column('line_id', 'int(11)')], {
      foreignKeys: [
        { columns: ['line_id'], table: 'lines', referred: ['id'], onDelete: 'CASCADE', onUpdate: 'RESTRICT' },
      ],
    });

    expect(generated(orders, line()).options).not.toContain('paranoid');
    expect(generated(orders, line([], 'RESTRICT')).options).toContain(SOFT);
    expect(generated(orders, line([deleted])).options).toContain(SOFT);
    expect(generated(orders, line([deleted]), item).options).not.toContain('paranoid');
    expect(planClasses([orders, line([deleted]), item], { dialect: mysql }).notes).toEqual([
      'Line has no soft deletes by deleted_at, because each Item is deleted for good with its Line.',
      'Order has no soft deletes by deleted_at, because each Line is deleted for good with its Order.',
    ]);
  });
});

describe('The decorator of a column', () => {
  const index = (...columns: string[]): TableShape['indexes'][number] => ({
    name: columns.join('_'),
    isUnique: false,
    columns,
  });
  const markOf = (type: string, more: Partial<TableShape>) =>
    /@(Searchable|WriteOnly)\n(?: {2}@.*\n)* {2}declare state/.exec(
      generated(table('orders', [column('state', type), column('other', 'int(11)')], more)).text,
    )?.[1];

  it('is @Searchable for the first column of an index, unless its values cannot be compared', () => {
    expect(markOf('varchar(20)', { indexes: [index('state', 'other')] })).toBe('Searchable');
    expect(markOf("enum('a','b')", { indexes: [index('state')] })).toBe('Searchable');
    expect(markOf('varchar(20)', { indexes: [index('other', 'state')] })).toBeUndefined();
    expect(markOf('varchar(20)', { indexes: [{ ...index('state'), isSpecial: true }] })).toBeUndefined();
    expect(markOf('text', { indexes: [{ ...index('state'), isSpecial: true, isPrefix: true }] })).toBe('Searchable');
    expect(markOf('blob', { indexes: [index('state')] })).toBeUndefined();
  });

  it('is given to an indexed column of BaseDomain, too', () => {
    const columns = [column('created_at'), column('updated_at'), column('version', 'int(11)')];
    const { text } = generated(table('orders', columns, { indexes: [index('created_at')] }));

    expect(text).toContain('extends BaseDomain {\n  @Searchable\n  declare createdAt: Date;\n}');
    expect(text).toContain("import { AggregateRoot, BaseDomain, Searchable } from 'koaggregate';");
  });
});

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { BelongsTo, Column, DataType, ForeignKey, Index, Table, Unique } from 'sequelize-typescript';
import { AggregateRoot, type DomainClass } from '../../../lib/metadata';
import { BaseDomain, isModel } from '../../../lib/persistence';
import { prepare } from '../../support/serve-shop';
import { dialect } from '../../support/test-database';
import { useSchema } from '../../support/use-schema';

const DOMAIN = join(__dirname, '../../support/domain');

/** Each exported list of classes, by the name of its file. */
const domains = readdirSync(DOMAIN).flatMap((file) => {
  const exported = require(join(DOMAIN, file)) as Record<string, unknown>;
  const lists = Object.entries(exported).filter(
    ([, one]) => Array.isArray(one) && one.length > 0 && one.every(isModel),
  );
  return lists.map(([name, list]): [string, DomainClass[]] => [`${file}: ${name}`, list as DomainClass[]]);
});

@AggregateRoot
@Table({ tableName: 'inks' })
class Ink extends BaseDomain {}

@AggregateRoot
@Table({ tableName: 'nibs', timestamps: true })
class Nib extends BaseDomain {
  @Unique
  @Column(DataType.STRING(20))
  declare code: string | null;

  @Index('nibs_by_width')
  @Column({ type: DataType.INTEGER, allowNull: false, defaultValue: 3 })
  declare width: number;

  @Column(DataType.STRING(20))
  declare shade: string | null;

  @ForeignKey(() => Ink)
  @Column({ type: DataType.INTEGER, field: 'ink_id' })
  declare inkId: number | null;

  @BelongsTo(() => Ink)
  declare ink: Ink | null;
}

const KEY = dialect === 'sqlite' ? 'INTEGER PRIMARY KEY AUTOINCREMENT' : 'INTEGER AUTO_INCREMENT PRIMARY KEY';
const COLUMNS = 'created_at DATETIME NOT NULL, updated_at DATETIME NOT NULL, version INTEGER NOT NULL DEFAULT 0';
const GROWN = [
  `CREATE TABLE inks (id ${KEY}, ${COLUMNS})`,
  `CREATE TABLE nibs (id ${KEY}, code VARCHAR(20), width INTEGER NULL DEFAULT 4, shade INTEGER, ink_id INTEGER, maker VARCHAR(9), ${COLUMNS})`,
  'CREATE UNIQUE INDEX nibs_by_maker ON nibs (maker)',
];

describe('The differences between models and database', () => {
  const { start, lines, database } = useSchema();

  async function open(types: readonly unknown[], mode: string) {
    const { dataSource, registry } = await start(mode, types);
    return (await dataSource.compareSchema(registry.entities)).differences;
  }

  it.each(domains)('are none if the start has created the tables (%s)', async (_, types) => {
    expect(await open(types, 'create')).toEqual([]);
  });

  it('are found in types, NULL, defaults, columns, indexes and foreign keys', async () => {
    await prepare(database().url, GROWN);

    const differences = await open([Ink, Nib], 'none');

    const found = differences.filter(({ column }) => !/created|updated|^id$/.test(column ?? ''));
    expect(found.map(({ code, model, field, column }) => `${code} ${model}.${field} ${column}`).sort()).toEqual([
      'COLUMN_EXTRA Nib.undefined maker',
      'DEFAULT_DIFFERS Nib.width width',
      'FOREIGN_KEY_MISSING Nib.inkId ink_id',
      ...(dialect === 'sqlite' ? ['INDEX_MISSING Nib.inkId ink_id'] : []),
      'INDEX_MISSING Nib.width width',
      'NULL_DIFFERS Nib.width width',
      'TYPE_DIFFERS Nib.inkId ink_id',
      'TYPE_DIFFERS Nib.shade shade',
      'UNIQUE_EXTRA Nib.undefined maker',
      'UNIQUE_MISSING Nib.code code',
    ]);
  });

  it('ignore the name of an index', async () => {
    await prepare(database().url, [...GROWN, 'CREATE INDEX of_others ON nibs (width)']);

    const codes = (await open([Ink, Nib], 'none')).filter(({ column }) => column === 'width').map(({ code }) => code);

    expect(codes).toEqual(['NULL_DIFFERS', 'DEFAULT_DIFFERS']);
  });

  it('stop the start with validate if values do not fit, and are logged otherwise', async () => {
    await prepare(database().url, GROWN);

    await expect(open([Ink, Nib], 'validate')).rejects.toThrow(
      /^Nib\.shade \(nibs\.shade\): the model has VARCHAR\(20\), the database has int\w*(\(11\))?\. Change the column by a migration, or the field\.$/i,
    );
    await prepare(database().url, [
      'ALTER TABLE nibs DROP COLUMN shade',
      'ALTER TABLE nibs ADD COLUMN shade VARCHAR(20)',
    ]);
    await open([Ink, Nib], 'validate');

    expect(lines.join(' ')).toContain(
      'Nib.code (nibs.code): the model has the unique index nibs_code_unique, the database has none. Make it by a migration.',
    );
  });
});

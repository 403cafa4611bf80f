import { Table } from 'sequelize-typescript';
import { AggregateRoot, Searchable } from '../../lib/metadata';
import { BaseDomain } from '../../lib/persistence';
import { findReadBack } from '../../lib/persistence/find-read-back';
import { DatabaseValues } from '../../lib/persistence/models/database-values';
import type { DomainSequelize } from '../../lib/persistence/statements/domain-sequelize';
import { ReadBack } from '../../lib/persistence/writes/read-back';
import { StringColumn } from '../support/columns';
import { crates } from '../support/domain/crates';
import { openStore } from '../support/open-store';
import { allStatementsOf } from '../support/statements';

@AggregateRoot
@Table({ tableName: 'bells' })
class Bell extends BaseDomain {
  @StringColumn(20) declare tone: string | null;
}

@AggregateRoot({ readBack: false })
@Table({ tableName: 'gongs' })
class Gong extends BaseDomain {
  @StringColumn(20) declare tone: string | null;
}

@AggregateRoot
@Table({ tableName: 'chimes' })
class Chime extends BaseDomain {
  @Searchable({ fullText: true }) @StringColumn(20) declare text: string | null;
}

/** A server that hides the triggers of all tables. */
const hiding = {
  getDialect: () => 'mysql',
  query: async (sql: string) => {
    if (sql === 'SHOW GRANTS') return [{ grants: 'GRANT SELECT, INSERT ON `shop`.* TO `ann`@`%`' }];
    return sql.includes('CURRENT_USER') ? [{ account: 'ann@%', database: 'shop', hasHiddenStatements: 0 }] : [];
  },
} as unknown as DomainSequelize;

describe('The start', () => {
  it('logs an account that cannot see triggers, with its tables and the ways out, unless the roots decide', async () => {
    const { store, close } = await openStore([Bell, Gong]);
    const { aggregates } = store.registry;
    const lines: string[] = [];
    const log = (line: string) => void lines.push(line);

    await findReadBack(hiding, aggregates, log);
    await findReadBack(
      hiding,
      aggregates.filter(({ readBack }) => readBack === false),
      log,
    );

    expect(lines).toEqual([
      'The account ann@% cannot see whether tables of shop have triggers, since it lacks the privilege TRIGGER (bells): ' +
        'values that triggers set are missing in responses to writes. GRANT TRIGGER ON shop.* to the account, or set ' +
        '@AggregateRoot({ readBack: true }) on those of Bell whose tables have triggers, and readBack: false on the others.',
    ]);
    await close();
  });

  it('looks in one query for all that a database sets itself, and in none if the roots decide', async () => {
    const { store, dataSource, close } = await openStore([Bell, Gong]);
    const { aggregates } = store.registry;
    const find = (found: typeof aggregates) =>
      allStatementsOf(Bell, () => findReadBack(dataSource.sequelize, found, () => undefined));
    const values = (statements: readonly string[]) => statements.filter((sql) => !/CURRENT_USER|SHOW GRANTS/.test(sql));

    expect(values(await find(aggregates))).toHaveLength(1);
    expect(await find(aggregates.filter(({ readBack }) => readBack === false))).toEqual([]);
    await close();
  });
});

describe('The rows that are read again', () => {
  const trigger = { kind: 'trigger', column: null } as const;
  const classesOf = async (...values: ConstructorParameters<typeof DatabaseValues>[0]) => {
    const { store, close } = await openStore(crates);
    const { aggregates, entities } = store.registry;
    await close();
    const found = ReadBack.of(aggregates, new DatabaseValues(values));
    const namesAfter = (write: 'create' | 'update') =>
      entities
        .filter((entity) => (write === 'create' ? found.afterCreate : found.afterUpdate).has(entity))
        .map(({ name }) => name);
    return { created: namesAfter('create').sort(), updated: namesAfter('update').sort() };
  };

  it.each(['seals', 'crate_stickers', 'CRATES'])(
    'are those of all classes of an aggregate with a trigger on %s, and of no other',
    async (table) => {
      const all = ['Content', 'Crate', 'Seal', 'Sticker'];

      expect(await classesOf({ ...trigger, table })).toEqual({ created: all, updated: all });
    },
  );

  it('are those of a class with a column that the database sets, if it is a field, and for a default the new ones', async () => {
    const values = [
      { kind: 'column', table: 'seals', column: 'mark' },
      { kind: 'column', table: 'crates', column: 'unknown' },
      { kind: 'default', table: 'stamps', column: 'colour' },
      { kind: 'default', table: 'parcels', column: 'version' },
      { kind: 'default', table: 'bells', column: 'tone' },
    ] as const;

    expect(await classesOf(...values)).toEqual({ created: ['Seal', 'Stamp'], updated: ['Seal'] });
  });

  it('are none because of a full-text index', async () => {
    const { store, dataSource, close } = await openStore([Chime]);

    await Chime.create({ text: 'ding dong' });

    expect(dataSource.readBack.isEmpty).toBe(true);
    expect(store.readBack).toBe(dataSource.readBack);
    await close();
  });
});

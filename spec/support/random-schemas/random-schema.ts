import type { Random } from '../../../bench/fuzz/random';
import type { Dialect } from '../test-database';
import { columnTypes, type RandomType } from './column-types';
import { ODD_COLUMNS, ODD_TABLES } from './odd-names';
import { randomRows } from './random-rows';
import type { RandomColumn, RandomKey, RandomReference, RandomTable } from './random-table';

const PLAIN_TABLES = ['customers', 'films', 'film_actors', 'stores', 'employees', 'cities', 'payments', 'categories'];
const PLAIN_COLUMNS = ['title', 'amount', 'note', 'kind', 'started_on', 'is_open', 'weight', 'data', 'code', 'size'];
const RULES = ['CASCADE', 'RESTRICT', 'NO ACTION'];
const KEYS: readonly { readonly key: RandomKey; readonly weight: number }[] = [
  { key: 'generated', weight: 10 },
  { key: 'text', weight: 3 },
  { key: 'reference', weight: 1 },
  { key: 'pair', weight: 3 },
  { key: 'unique pair', weight: 1 },
  { key: 'composite', weight: 3 },
  { key: 'none', weight: 1 },
];

const INTEGER: RandomType = { sql: 'INTEGER', samples: [['0', 0]] };
export const TEXT_KEY: RandomType = { sql: 'VARCHAR(10)', samples: [["''", '']] };

/** Makes the tables of a schema, those that others refer to first. The same for the same numbers. */
export class RandomSchema {
  readonly tables: RandomTable[] = [];
  readonly #types: readonly RandomType[];

  constructor(
    private readonly random: Random,
    private readonly dialect: Dialect,
  ) {
    this.#types = columnTypes(dialect);
    const names = this.#distinct(random.integer(5, 8), PLAIN_TABLES, ODD_TABLES, 0.4);
    for (const name of names) this.tables.push(this.#table(name));
    const viewed = random.pick(this.tables);
    const view = { name: `${viewed.name} seen`, key: 'view', viewed, rows: viewed.rows } as const;
    this.tables.push({ ...view, keyColumns: [], columns: [], references: [], indexed: [] });
  }

  #table(name: string): RandomTable {
    const { random } = this;
    const referable = this.tables.filter(({ key }) => key === 'generated' || key === 'text');
    const key = referable.length < 2 ? 'generated' : random.weighted(KEYS).key;
    const names = this.#distinct(random.integer(4, 12), PLAIN_COLUMNS, ODD_COLUMNS, 0.5);
    const take = () => names.pop()!;
    const keyed = KEY_REFERENCES[key] ?? 0;
    const targets = shuffled(referable, random).slice(0, Math.max(keyed, random.integer(0, 2)));
    const references = targets.map((target, index) => this.#reference(target, take(), index < keyed, key));
    const own = key === 'generated' || key === 'text' ? [random.chance(0.7) ? 'id' : take()] : [];
    const composite = key === 'composite' ? [take(), take()] : [];
    const keyColumns = keyed > 0 ? references.slice(0, keyed).map(({ column }) => column) : [...own, ...composite];
    const columns = [
      ...composite.map((one) => fixed(one, random.chance(0.5) ? INTEGER : TEXT_KEY)),
      ...names.map((one) => this.#column(one)),
    ];
    columns.push(...this.#auditColumns(columns, references, keyColumns));
    const indexed = columns.filter(({ type }) => isIndexable(type)).map((column) => column.name);
    const table = {
      ...{ name, key, keyColumns, columns, references },
      indexed: indexed.filter(() => random.chance(0.2)),
    };
    return { ...table, rows: randomRows(table, random) };
  }

  #reference(target: RandomTable, column: string, isKey: boolean, key: RandomKey): RandomReference {
    const { random } = this;
    const isNullable = !isKey && random.chance(0.5);
    return {
      ...{ column, target, isNullable, isUnique: key === 'reference' || (!isKey && random.chance(0.2)) },
      onDelete: random.pick(isNullable ? [...RULES, 'SET NULL'] : RULES),
      onUpdate: random.pick(RULES),
    };
  }

  #column(name: string): RandomColumn {
    const { random } = this;
    if (random.chance(0.08)) return { name, type: UNIQUE_TEXT, isNullable: random.chance(0.3), isUnique: true };
    const type = random.pick(this.#types);
    const isNullable = type.samples[0][1] == null || random.chance(0.4);
    const { fallbacks } = type;
    return { name, type, isNullable, ...(fallbacks && random.chance(0.4) && { fallback: random.pick(fallbacks) }) };
  }

  /** The columns that many schemas give to each table, join tables included. */
  #auditColumns(
    columns: readonly RandomColumn[],
    references: readonly RandomReference[],
    keys: readonly string[],
  ): RandomColumn[] {
    const taken = [...columns.map(({ name }) => name), ...references.map(({ column }) => column), ...keys].map(folded);
    const all = this.dialect === 'sqlite' ? AUDIT_OF_SQLITE : AUDIT_OF_SERVERS;
    if (this.random.chance(0.3)) return [];
    return all.filter(({ name }) => !taken.includes(name) && this.random.chance(0.5));
  }

  /** Names that no two tables or columns of a database have in common, whatever their case and accents. */
  #distinct(count: number, plain: readonly string[], odd: readonly string[], share: number): string[] {
    const names = new Map<string, string>();
    while (names.size < count) {
      const name = this.random.pick(this.random.chance(share) ? odd : plain);
      const isTaken = this.tables.some((table) => folded(table.name) === folded(name));
      if (folded(name) !== 'id' && !(odd === ODD_TABLES && isTaken)) names.set(folded(name), name);
    }
    return [...names.values()];
  }
}

const KEY_REFERENCES: Partial<Record<RandomKey, number>> = { reference: 1, pair: 2, 'unique pair': 2 };

const UNIQUE_TEXT: RandomType = { sql: 'VARCHAR(20)', samples: [["''", '']] };

const AUDIT_OF_SQLITE: readonly RandomColumn[] = [
  fixed('last_update', {
    sql: 'TIMESTAMP',
    samples: [["'2024-01-31 08:30:00.000 +00:00'", '2024-01-31T08:30:00.000Z']],
  }),
  fixed('version', { sql: 'INTEGER', samples: [['0', 0]] }),
];
const TIME: RandomType = { sql: 'TIMESTAMP', samples: [["'2024-01-31 08:30:00'", '2024-01-31T08:30:00Z']] };
const AUDIT_OF_SERVERS: readonly RandomColumn[] = [
  { ...fixed('last_update', TIME), ending: 'DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP' },
  { ...fixed('created_at', TIME), ending: 'DEFAULT CURRENT_TIMESTAMP' },
  { ...fixed('updated_at', TIME), ending: 'DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP' },
  fixed('version', { sql: 'INTEGER', samples: [['0', 0]] }),
];

function fixed(name: string, type: RandomType): RandomColumn {
  return { name, type, isNullable: false };
}

function folded(name: string): string {
  return name.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('ß', 's').toLowerCase();
}

function isIndexable({ sql }: RandomType): boolean {
  return !/TEXT|BLOB|CLOB|JSON|GEOMETRY|POINT/.test(sql);
}

function shuffled<T>(all: readonly T[], random: Random): T[] {
  return all
    .map((one) => ({ one, at: random.next() }))
    .sort((first, second) => first.at - second.at)
    .map(({ one }) => one);
}

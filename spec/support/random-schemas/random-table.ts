import type { RandomType } from './column-types';

/** A value that a response may show in any form. */
export const ANY = Symbol('any value');

export interface RandomColumn {
  readonly name: string;
  readonly type: RandomType;
  readonly isNullable: boolean;
  /** The default as SQL, and what a response shows for it. */
  readonly fallback?: readonly [sql: string, json: unknown];
  /** The end of the column's definition: `ON UPDATE CURRENT_TIMESTAMP`. */
  readonly ending?: string;
  /** Whether each of its rows has another value. */
  readonly isUnique?: boolean;
}

export interface RandomReference {
  readonly column: string;
  readonly isNullable: boolean;
  readonly isUnique: boolean;
  readonly target: RandomTable;
  readonly onDelete: string;
  readonly onUpdate: string;
}

/** How the rows of a table are identified. */
export type RandomKey = 'generated' | 'text' | 'reference' | 'pair' | 'unique pair' | 'composite' | 'none' | 'view';

/** A row: the literals to insert by column, and what a response shows for each. */
export interface RandomRow {
  readonly literals: Readonly<Record<string, string>>;
  readonly values: Readonly<Record<string, unknown>>;
}

export interface RandomTable {
  readonly name: string;
  readonly key: RandomKey;
  /** The columns of the key. */
  readonly keyColumns: readonly string[];
  readonly columns: readonly RandomColumn[];
  readonly references: readonly RandomReference[];
  readonly indexed: readonly string[];
  readonly rows: readonly RandomRow[];
  /** The table whose rows and columns a view has. */
  readonly viewed?: RandomTable;
}

export const quote = (name: string) => `\`${name.replaceAll('`', '``')}\``;

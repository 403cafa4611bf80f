import type { DatabaseUrl } from '../database-url';
import { statementKind } from '../statement-kind';
import type { DomainSequelize } from './domain-sequelize';
import { redactLiterals } from './redact-literals';

/** A statement for traces: nothing in it is a value of a row. */
export interface DescribedStatement {
  /** The statement with `?` in place of its literals. */
  readonly text: string;
  /** In upper case: `SELECT`; empty if it begins with no word. */
  readonly operation: string;
  /** The first table. */
  readonly table?: string;
  /** The operation and its tables, in order: `SELECT orders order_items`. */
  readonly summary: string;
}

/** What is before the name of a table. */
const BEFORE_TABLE = /(?:\b(?:FROM|INTO|JOIN)|^UPDATE) /gi;
const TABLE = /^(?:`([^`]+)`|([\w$]+))/;
const LONGEST_TABLE = 66;
const LONGEST_TEXT = 4000;
const LONGEST_SUMMARY = 255;

/** Describes the statements to a database. */
export class StatementDescriptions {
  constructor(
    private readonly sequelize: DomainSequelize,
    private readonly url: DatabaseUrl,
  ) {}

  /** The product, as OpenTelemetry names it: `sqlite`, `mysql` or `mariadb`. */
  get system(): string {
    return this.sequelize.sqlDialect.system;
  }

  /** The name of the database on its server. */
  get namespace(): string | undefined {
    return this.url.database;
  }

  /** @see OpenTelemetry Semantic Conventions, "Generating a summary of the query" */
  describe(sql: string): DescribedStatement {
    const { syntax } = this.sequelize.sqlDialect;
    const text = redactLiterals(sql, syntax);
    const operation = statementKind(text, syntax).verb;
    const tables = tablesIn(text);
    const summary = [operation, ...tables].join(' ').slice(0, LONGEST_SUMMARY);
    return { text: text.slice(0, LONGEST_TEXT), operation, table: tables[0], summary };
  }
}

/** Each once, in order. */
function tablesIn(text: string): readonly string[] {
  const names = [...text.matchAll(BEFORE_TABLE)].flatMap(({ 0: before, index }) => {
    const start = index + before.length;
    const [, quoted, plain] = TABLE.exec(text.slice(start, start + LONGEST_TABLE)) ?? [];
    return quoted ?? plain ?? [];
  });
  return [...new Set(names)];
}

import type { Dialect, Difference, TableShape } from '../../persistence';
import { fieldCodeOf } from '../from-database/field-of-column';
import { isInternalTable } from '../from-database/internal-tables';
import { reasonAgainst, reasonForListing } from '../from-database/plan-classes';
import { withRowKey } from '../from-database/row-keys';

/** What the database has without a class or a field: whether `generate-models` can write one decides what to do. */
export class LeftOut {
  readonly #stored: readonly TableShape[];
  readonly #dialect: Dialect;

  constructor(stored: readonly TableShape[], dialect: Dialect) {
    this.#stored = stored.map(withRowKey);
    this.#dialect = dialect;
  }

  /** Whether a difference is no problem: the table of a migration tool has no class. */
  isExpected({ code, table }: Difference): boolean {
    return code === 'TABLE_EXTRA' && isInternalTable(table);
  }

  remedyOf({ code, table, column, severity, remedy }: Difference): string {
    const shape = this.#stored.find(({ name }) => name === table);
    if (code === 'TABLE_EXTRA' && shape) return this.#remedyOfTable(shape);
    const extra = code === 'COLUMN_EXTRA' && shape?.columns.find(({ name }) => name === column);
    if (!extra || fieldCodeOf(extra, this.#dialect)) return remedy;
    return severity === 'error'
      ? `It is NOT NULL without a default, so that inserts fail, and no field can have its type ${extra.type}: make it nullable or give it a default, by a migration.`
      : `It can stay: koaggregate generate-models leaves it out, because its type ${extra.type} is not supported.`;
  }

  #remedyOfTable(table: TableShape): string {
    const reason = reasonAgainst(table, { dialect: this.#dialect });
    if (reason !== undefined) return `It can stay: koaggregate generate-models leaves it out, because ${reason}.`;
    const write = `Write its class (koaggregate generate-models --from-database --tables ${table.name})`;
    if (reasonForListing(table)) return `${write}, or leave it as it is.`;
    return `${write}, or drop it by a migration if no other code uses it.`;
  }
}

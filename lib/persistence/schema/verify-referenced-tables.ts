import { Mistakes } from '../../foundation';
import { PersistenceError } from '../errors';
import { type DomainModel, modelWithTable, tableNameOf } from '../models/domain-model';
import { find, type TableShape } from '../tables/table-shape';

/**
 * Verifies that foreign keys refer to tables that a model has, or the database: SQLite creates one to a missing table, and
 * rejects every row then.
 *
 * @throws PersistenceError REFERENCED_TABLE_MISSING
 */
export function verifyReferencedTables(models: readonly DomainModel[], stored: readonly TableShape[]): void {
  const mistakes = new Mistakes();
  for (const model of models) {
    for (const [field, { references }] of Object.entries(model.getAttributes())) {
      const table = typeof references === 'object' ? tableNameOf(references.model) : references;
      if (table === undefined || modelWithTable(model.sequelize!, table)) continue;
      if (find(stored, String(table))?.isView === false) continue;
      mistakes.add(new PersistenceError('REFERENCED_TABLE_MISSING', [model.name, field, String(table)]));
    }
  }
  mistakes.report();
}

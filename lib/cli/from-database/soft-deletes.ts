import type { PlannedClass, PlannedField } from './planned-class';
import { wordsOf } from './table-names';

/**
 * Marks the classes whose rows are deleted softly. Rows that are deleted with them must be deleted softly, too, or no
 * restore could bring them back. A removed link of a join table could not be made again.
 *
 * @returns a sentence for each class that has the column and stays without soft deletes
 */
export function markSoftDeletes(classes: readonly PlannedClass[]): readonly string[] {
  const soft = new Map<string, { readonly planned: PlannedClass; readonly field: PlannedField }>();
  for (const planned of classes) {
    const field = planned.isJoin || planned.table.isView ? undefined : deletionTimeOf(planned);
    if (field) soft.set(planned.name, { planned, field });
  }
  const reasons: string[] = [];
  for (let before = -1; before !== soft.size; ) {
    before = soft.size;
    for (const { planned, field } of [...soft.values()]) {
      const child = planned.associations.find(({ target, ...one }) => deletesWith(one) && !soft.has(target));
      if (!child) continue;
      soft.delete(planned.name);
      const reason = `each ${child.target} is deleted for good with its ${planned.name}`;
      reasons.push(`${planned.name} has no soft deletes by ${field.column.name}, because ${reason}.`);
    }
  }
  for (const { planned, field } of soft.values()) planned.deletedAt = field;
  return reasons;
}

function deletesWith({ kind, options }: Pick<PlannedClass['associations'][number], 'kind' | 'options'>): boolean {
  return (kind === 'HasMany' || kind === 'HasOne') && options.onDelete === 'CASCADE';
}

function deletionTimeOf({ fields }: PlannedClass): PlannedField | undefined {
  return fields.find(
    ({ code, column }) =>
      wordsOf(column.name) === 'deleted_at' &&
      code.type === 'Date' &&
      column.isNullable &&
      column.default === undefined,
  );
}

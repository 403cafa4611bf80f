import type { ColumnShape, ForeignKeyShape } from '../../persistence';

interface RuledField {
  readonly column: ColumnShape;
  readonly isKey: boolean;
}

/** The rules of a foreign key, as the decorators of associations and columns take them. */
export type ForeignKeyRules = Readonly<Partial<Record<'onDelete' | 'onUpdate', string>>>;

/** SET DEFAULT, and SET NULL on a column that is never null, are no rules of a class: RESTRICT is what comes next. */
export function deleteRuleOf({ onDelete }: ForeignKeyShape, { column: { isNullable }, isKey }: RuledField): string {
  const isImpossible = onDelete === 'SET DEFAULT' || (onDelete === 'SET NULL' && (!isNullable || isKey));
  return isImpossible ? 'RESTRICT' : onDelete;
}

/** CASCADE is the default of Sequelize. */
export function updateRuleOf({ onUpdate }: ForeignKeyShape): ForeignKeyRules {
  return onUpdate === 'CASCADE' ? {} : { onUpdate };
}

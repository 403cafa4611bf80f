/** The option key: by default Sequelize gives the rows of each statement their own deletion time. */
const DELETED_AT = Symbol('deletedAt');

interface DeletionTime {
  readonly column: string;
  readonly time: Date;
}

/** The option of a soft delete that sets the deletion time, so that all rows of a delete have the same. */
export function deletedAtOption(column: string, time: Date): object {
  return { [DELETED_AT]: { column, time } satisfies DeletionTime };
}

/** Sets the deletion time of the option in the values of a statement. */
export function applySharedDeletionTime(values: Record<string, unknown>, options: object | undefined): void {
  const mark = (options as { readonly [DELETED_AT]?: DeletionTime } | undefined)?.[DELETED_AT];
  if (mark && Object.hasOwn(values, mark.column)) values[mark.column] = mark.time;
}

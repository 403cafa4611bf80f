/** Sequelize marks the rows of each statement with a time of its own. */
const MARKED = Symbol('marked');

interface Mark {
  readonly column: string;
  readonly time: Date;
}

/** The option of a soft delete that gives its rows the same time as others. */
export function deletedAtOption(column: string, time: Date): object {
  return { [MARKED]: { column, time } satisfies Mark };
}

/** Puts the time of a delete into what its statement is about to write. */
export function applySharedDeletionTime(values: Record<string, unknown>, options: object | undefined): void {
  const mark = (options as { readonly [MARKED]?: Mark } | undefined)?.[MARKED];
  if (mark && mark.column in values) values[mark.column] = mark.time;
}

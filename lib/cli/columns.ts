/** Formats rows as lines with aligned columns; the last column is not padded. */
export function inColumns(rows: readonly (readonly string[])[]): readonly string[] {
  const widthOf = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0));
  const widths = (rows[0] ?? []).map((_, column) => widthOf(column));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** A cell with several values; `-` when there are none. */
export function listCell(values: readonly string[]): string {
  return values.join(', ') || '-';
}

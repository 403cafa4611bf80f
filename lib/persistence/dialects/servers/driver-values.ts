/** A value in a row of mysql2, which can be read once. */
export interface DriverField {
  /** The type of the column as the protocol has it: `DATETIME`. */
  readonly type: string;
  /** The name of the value in the row. */
  readonly name: string;
  /** `json` for columns of MariaDB that contain JSON by their definition, whose type is a text. */
  readonly extendedFormat?: string;
  string(encoding?: string): string | null;
}

/** Converts a value of a row; `next` reads it as the driver does. */
export type TypeCast = (field: DriverField, next: () => unknown) => unknown;

export function isJson({ type, extendedFormat }: DriverField): boolean {
  return extendedFormat === 'json' || type === 'JSON';
}

/** The stored text; the driver takes the encoding of JSON columns for binary. */
export function jsonText(field: DriverField): string | null {
  return field.string('utf8');
}

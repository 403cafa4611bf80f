import type { FieldType } from '../../values';

/** The types of a field, as code. */
export interface FieldCode {
  /** The type of the column: `DataType.STRING(20)`. */
  readonly dataType: string;
  /** The TypeScript type: `string`. */
  readonly type: string;
  /** The values that the column holds. */
  readonly holds: FieldType;
}

/** A field of a model that is to be written. */
export interface Field {
  readonly name: string;
  readonly type: FieldType;
  readonly isSearchable: boolean;
  readonly isRequired: boolean;
  readonly isUnique: boolean;
  readonly isKey: boolean;
  readonly isHidden: boolean;
  readonly isReadOnly: boolean;
  /** As code. */
  readonly default?: string;
}

/** The type of a field, as it is written in a model. */
export interface FieldType {
  readonly name: string;
  /** The type of the column, as code: `DataType.STRING(20)`. */
  readonly column: string;
  /** The type of the member, as code, without null. */
  readonly member: string;
  /** The values of an enum. */
  readonly values?: readonly string[];
  /** Values are written as code without quotes. */
  readonly isBare?: boolean;
  /** No index can be made of it, and nothing searched by it. */
  readonly isLarge?: boolean;
}

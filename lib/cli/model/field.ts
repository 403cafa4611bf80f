/** A field of a model to generate. */
export interface Field {
  readonly name: string;
  readonly type: FieldType;
  readonly isSearchable: boolean;
  readonly isRequired: boolean;
  readonly isUnique: boolean;
  readonly isKey: boolean;
  readonly isHidden: boolean;
  readonly isReadOnly: boolean;
  /** The argument of `@Default`, as code. */
  readonly default?: string;
}

/** The type of a field, as code. */
export interface FieldType {
  readonly name: string;
  /** The type of the column, as code: `DataType.STRING(20)`. */
  readonly column: string;
  /** The type of the member, as code, without null. */
  readonly member: string;
  /** The values of an enum. */
  readonly values?: readonly string[];
  /** The digits of a decimal, in all. */
  readonly digits?: number;
  /** Whether its values are written without quotes. */
  readonly isBare?: boolean;
  /** Whether it can be neither indexed nor searched. */
  readonly isLarge?: boolean;
}

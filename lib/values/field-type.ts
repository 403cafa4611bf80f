/** The unit of a column of durations. */
export type DurationUnit = (typeof DURATION_UNITS)[number];

export const DURATION_UNITS = ['seconds', 'milliseconds'] as const;

/**
 * The values that the column of a field can hold.
 *
 * Lengths are in characters, `maxBytes` in UTF-8 bytes, `precision` of a datetime in decimals of a second.
 */
export type FieldType =
  /** `isPadded`: of a fixed length, so that blanks at the end do not come back from every database. */
  | { readonly kind: 'string'; readonly maxLength: number; readonly isPadded?: boolean }
  | { readonly kind: 'text'; readonly maxBytes: number }
  | { readonly kind: 'integer'; readonly min: bigint; readonly max: bigint }
  /** A whole number that JSON has as a duration. `isSigned`: of values that are held, which code of the domain may have made negative. */
  | { readonly kind: 'duration'; readonly unit: DurationUnit; readonly max: bigint; readonly isSigned?: boolean }
  | { readonly kind: 'decimal'; readonly precision: number; readonly scale: number; readonly isUnsigned: boolean }
  | { readonly kind: 'float'; readonly isSingle: boolean; readonly isUnsigned: boolean }
  | { readonly kind: 'boolean' }
  /** `isFiner`: the column holds more decimals than its values are shown with. */
  | { readonly kind: 'datetime'; readonly precision: number; readonly isFiner?: boolean }
  | { readonly kind: 'date' }
  | { readonly kind: 'time' }
  | { readonly kind: 'enum'; readonly values: readonly string[] }
  | { readonly kind: 'uuid' }
  | { readonly kind: 'json' }
  /** In JSON as base64. */
  | { readonly kind: 'bytes'; readonly maxBytes: number }
  /** Has no form in JSON. */
  | { readonly kind: 'opaque'; readonly name: string; readonly maxCharacters?: number };

/** The unit of a duration column. */
export type DurationUnit = 'seconds' | 'milliseconds';

export const DURATION_UNITS: readonly DurationUnit[] = ['seconds', 'milliseconds'];

/**
 * The type of a field's column, independent of the database.
 *
 * Lengths are in characters, `maxBytes` in UTF-8 bytes, `precision` of a datetime in decimals of a second.
 */
export type FieldType =
  /** `isPadded`: CHAR, which does not keep trailing blanks on every database. */
  | { readonly kind: 'string'; readonly maxLength: number; readonly isPadded?: boolean }
  | { readonly kind: 'text'; readonly maxBytes: number }
  /** `isBits`: BIT, of which servers return bytes. */
  | { readonly kind: 'integer'; readonly min: bigint; readonly max: bigint; readonly isBits?: boolean }
  /** A whole number that is an ISO 8601 duration in JSON. `isSigned`: it may be negative. */
  | { readonly kind: 'duration'; readonly unit: DurationUnit; readonly max: bigint; readonly isSigned?: boolean }
  | { readonly kind: 'decimal'; readonly precision: number; readonly scale: number; readonly isUnsigned: boolean }
  /** `precision` and `scale` of FLOAT(7,2), which rounds; undefined for a column that does not. */
  | {
      readonly kind: 'float';
      readonly isSingle: boolean;
      readonly isUnsigned: boolean;
      readonly precision?: number;
      readonly scale?: number;
    }
  | { readonly kind: 'boolean' }
  /** `isFiner`: the column has more decimals than are shown. */
  | { readonly kind: 'datetime'; readonly precision: number; readonly isFiner?: boolean }
  | { readonly kind: 'date' }
  | { readonly kind: 'time' }
  | { readonly kind: 'enum'; readonly values: readonly string[] }
  /** A list of some of the values, in their order. */
  | { readonly kind: 'set'; readonly values: readonly string[] }
  | { readonly kind: 'uuid' }
  | { readonly kind: 'json' }
  /** Base64 in JSON. `minBytes`: BINARY, which fills up shorter values. `isInline`: no large value, unless it is marked. */
  | { readonly kind: 'bytes'; readonly maxBytes: number; readonly minBytes?: number; readonly isInline?: boolean }
  /** Has no JSON representation. */
  | { readonly kind: 'opaque'; readonly name: string; readonly maxCharacters?: number };

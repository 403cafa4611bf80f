import { isObject } from '../../foundation';
import type { FieldMetadata } from '../../metadata';
import { NoDate, type Row, type SortKey, sortValue } from '../../persistence';
import { codecOf, type FieldType } from '../../values';
import { invalidParameter } from '../invalid-parameter';

/** The query parameter that takes a cursor. */
export const AFTER = 'after';

/** The longest cursor in characters: it comes in the header `Link`, which has at most 4 KB. */
export const MAX_CURSOR = 4096;

/** The position in a list that a cursor contains. */
export interface CursorPosition {
  /** The sort values of the entity before the page, or after it if `isBackward`; undefined at the ends of the list. */
  readonly from?: Row;
  /** Whether the page is read backwards from that entity, or from the end of the list. */
  readonly isBackward: boolean;
}

const FORWARD = '>';
const BACKWARD = '<';

/**
 * Writes and reads the cursors of one search and order. They are opaque to clients; a cursor of another search or order
 * is rejected.
 *
 * A cursor contains the values that its entity is sorted by, so that the list continues at the same position when the
 * entity is deleted. The request may read and sort by these values, so a forged cursor reveals nothing.
 */
export class Cursors {
  /**
   * @param order  a total order
   * @param digest of the order and the search
   */
  constructor(
    private readonly order: readonly SortKey[],
    private readonly digest: string,
  ) {}

  after(entity: Row): string {
    return this.#write(FORWARD, this.#valuesOf(entity));
  }

  before(entity: Row): string {
    return this.#write(BACKWARD, this.#valuesOf(entity));
  }

  /** The cursor that leads back to the last page. */
  get end(): string {
    return this.#write(BACKWARD, []);
  }

  /**
   * @param text empty for the first page
   * @throws BadRequestException for a malformed cursor, or one of another search or order
   */
  read(text: string): CursorPosition {
    if (text === '') return { isBackward: false };
    const [direction, digest, ...values] = partsOf(text);
    const isBackward = direction === BACKWARD;
    if (digest !== this.digest) {
      throw invalidParameter(AFTER, 'after is a cursor of another search or order: start again with an empty one.');
    }
    if (values.length === 0 && isBackward) return { isBackward };
    if (values.length !== this.order.length) throw malformed();
    const byName = new Map(this.order.map(({ field }, index) => [field.name, readSortValue(field, values[index])]));
    return { isBackward, from: { get: (name) => byName.get(name) } };
  }

  #valuesOf(entity: Row): unknown[] {
    return this.order.map(({ field }) => {
      const value = sortValue(entity, field);
      if (value instanceof NoDate) return { text: value.text };
      return value === null ? null : codecOf(field.type).write(value);
    });
  }

  #write(direction: typeof FORWARD | typeof BACKWARD, values: readonly unknown[]): string {
    return Buffer.from(JSON.stringify([direction, this.digest, ...values])).toString('base64url');
  }
}

function partsOf(text: string): readonly unknown[] {
  if (text.length > MAX_CURSOR || !/^[\w-]+$/.test(text)) throw malformed();
  const parts = parseOrUndefined(Buffer.from(text, 'base64url').toString());
  if (!Array.isArray(parts) || ![FORWARD, BACKWARD].includes(parts[0])) throw malformed();
  return parts;
}

function parseOrUndefined(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** Rows of an adopted schema may contain text that payloads would not be allowed to write. */
const TEXT: FieldType = { kind: 'string', maxLength: 1000 };

/** Wider types, for stored values that the type of their column would reject or round. */
const STORED_TYPES: { readonly [K in FieldType['kind']]?: FieldType } = {
  string: TEXT,
  text: TEXT,
  enum: TEXT,
  uuid: TEXT,
  float: { kind: 'float', isSingle: false, isUnsigned: false },
};

function storedType(type: FieldType): FieldType {
  return type.kind === 'duration' ? { ...type, isSigned: true } : (STORED_TYPES[type.kind] ?? type);
}

function readSortValue({ type }: FieldMetadata, json: unknown): unknown {
  if (json === null) return null;
  if (type.kind === 'date' || type.kind === 'datetime') return readSortDate(type, json);
  const reading = codecOf(storedType(type)).read(json);
  if ('problem' in reading) throw malformed();
  return reading.value;
}

/** Tables of other programs have dates that no calendar has, and years that payloads may not have. */
function readSortDate(type: FieldType, json: unknown): unknown {
  if (isObject(json) && 'text' in json) {
    const reading = codecOf(TEXT).read(json.text);
    if ('value' in reading) return new NoDate(String(reading.value));
    throw malformed();
  }
  const reading = codecOf(type).read(typeof json === 'string' ? json.replace(/^0\d{3}/, '2000') : json);
  if ('problem' in reading) throw malformed();
  return type.kind === 'datetime' ? new Date(json as string) : json;
}

function malformed() {
  return invalidParameter(
    AFTER,
    'after is not a cursor: take it from the header Link, or leave it empty for the first page.',
  );
}

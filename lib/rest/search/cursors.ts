import type { FieldMetadata } from '../../metadata';
import { type Row, type SortKey, sortedPart } from '../../persistence';
import { codecOf, type FieldType } from '../../values';
import { invalidParameter } from '../invalid-parameter';

/** The query parameter that has a cursor. */
export const AFTER = 'after';

/** Room for what the 4 KB of a header can hold. */
export const MAX_CURSOR = 4096;

/** Where a part of a list begins. */
export interface CursorPlace {
  /** The values of the order alone; of none it is where the list begins. */
  readonly from?: Row;
  /** Whether the part ends before that entity, or with the list. */
  readonly isBackward: boolean;
}

const [FORWARD, BACKWARD] = ['>', '<'];

/**
 * The cursors of one order and search: opaque to clients, and of no use for another.
 *
 * Each has the values that its entity is sorted by, so that a list goes on at the same place when the entity is gone.
 * They are values that the request may read and sort by; one that a client makes up leads to no more than that.
 */
export class Cursors {
  /**
   * @param order tells all entities apart
   * @param bound text that stands for the order and the search
   */
  constructor(
    private readonly order: readonly SortKey[],
    private readonly bound: string,
  ) {}

  after(entity: Row): string {
    return this.#write(FORWARD, this.#valuesOf(entity));
  }

  before(entity: Row): string {
    return this.#write(BACKWARD, this.#valuesOf(entity));
  }

  /** Of the last page. */
  get end(): string {
    return this.#write(BACKWARD, []);
  }

  /**
   * @param text empty for the first page
   * @throws BadRequestException for what is none of these cursors
   */
  read(text: string): CursorPlace {
    if (text === '') return { isBackward: false };
    const [direction, bound, ...values] = partsOf(text);
    const isBackward = direction === BACKWARD;
    if (bound !== this.bound) {
      throw invalidParameter(AFTER, 'after is a cursor of another search or order: begin again with an empty one.');
    }
    if (values.length === 0 && isBackward) return { isBackward };
    if (values.length !== this.order.length) throw malformed();
    const known = new Map(this.order.map(({ field }, index) => [field.name, readPart(field, values[index])]));
    return { isBackward, from: { get: (name) => known.get(name) } };
  }

  #valuesOf(entity: Row): unknown[] {
    return this.order.map(({ field }) => {
      const value = sortedPart(field, entity.get(field.name)) ?? null;
      return value === null ? null : codecOf(field.type).write(value);
    });
  }

  #write(direction: string | undefined, values: readonly unknown[]): string {
    return Buffer.from(JSON.stringify([direction, this.bound, ...values])).toString('base64url');
  }
}

function partsOf(text: string): readonly unknown[] {
  if (text.length > MAX_CURSOR || !/^[\w-]+$/.test(text)) throw malformed();
  const parts = parsed(Buffer.from(text, 'base64url').toString());
  if (!Array.isArray(parts) || ![FORWARD, BACKWARD].includes(parts[0])) throw malformed();
  return parts;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** Rows of an adopted schema may hold text that no request could write. */
const TEXT: FieldType = { kind: 'string', maxLength: 1000 };

/** Types as which values are read that a payload would be refused for, or that would be rounded. */
const AS_HELD: { readonly [K in FieldType['kind']]?: FieldType } = {
  string: TEXT,
  text: TEXT,
  enum: TEXT,
  uuid: TEXT,
  float: { kind: 'float', isSingle: false, isUnsigned: false },
};

function heldType(type: FieldType): FieldType {
  return type.kind === 'duration' ? { ...type, isSigned: true } : (AS_HELD[type.kind] ?? type);
}

function readPart({ type }: FieldMetadata, json: unknown): unknown {
  if (json === null) return null;
  const reading = codecOf(heldType(type)).read(json);
  if ('problem' in reading) throw malformed();
  return reading.value;
}

function malformed() {
  return invalidParameter(
    AFTER,
    'after is no cursor: take it from the header Link, or leave it empty for the first page.',
  );
}

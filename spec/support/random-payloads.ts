import type { EntityMetadata, FieldMetadata } from '../../lib/metadata';
import { codecOf, fieldViolations, isRequired, isWritable, type WriteKind } from '../../lib/rest';
import { ExactNumber } from '../../lib/values';
import type { Below } from './seed';

const LEVELS = 2;

const MARK = 'number:';

const NUMBERS = [
  0, -0, 1, 2, -1, 3, 4, 5, 9, 10, 100, 255, 256, 1.5, 0.25, -5, 1e3, 1e21, 1e-7, 2147483647, 2147483648,
  9007199254740991,
];
const WIDE = ['9007199254740993', '-9223372036854775808', '9223372036854775807', '99999999.99', '0.1000', '1.0'].map(
  raw,
);
const DECIMALS = [
  '0',
  '-0',
  '007.50',
  '1.500',
  '12.25',
  '99999999.99',
  '-3.10',
  '.5',
  '5.',
  '1e2',
  '000',
  '0.000',
  '4.25',
];
const TEXTS = [
  '',
  ' ',
  'a',
  'ab',
  'abc',
  'Abcd',
  'abcde',
  'new',
  'used',
  'AB-12',
  'exempt',
  'some',
  'none',
  '😀',
  '😀😀',
  '😀😀😀',
  'a ',
  'é',
  'ada@example.org',
  'x'.repeat(300),
  '\u0000',
  '\ud800',
];
const TIMES = [
  '2026-01-31T08:30Z',
  '2026-01-31T08:30:00Z',
  '2026-01-31T08:30:00.5Z',
  '2026-01-31T08:30:00.120000+14:59',
  '2026-02-30T00:00:00Z',
  '1999-12-31T23:59:59-05:00',
  '2026-01-31t08:30:00z',
  '2026-01-31',
  '0999-01-01',
  '08:30:00',
  '24:00:00',
];
const OTHERS = [
  null,
  true,
  false,
  [],
  {},
  [1, 'a'],
  { level: 2 },
  { level: 9 },
  { id: 1 },
  { id: null },
  { id: 1, name: 'x' },
];
const IDS = ['3f2504e0-4f89-41d3-9a0c-0305e82c3301', '3F2504E0-4F89-41D3-9A0C-0305E82C3301', '3f2504e0'];

/** A number that is written with exactly these digits. */
function raw(digits: string): string {
  return MARK + digits;
}

/** JSON text with these numbers unchanged. */
export function textOf(payload: unknown): string {
  return JSON.stringify(payload).replace(/"number:([^"]+)"/g, '$1');
}

/** Random payloads, many of them invalid in every way that a client may get them wrong. */
export class RandomPayloads {
  /** One of so many choices is invalid; drawn for each payload. */
  #carefulness = 10;

  constructor(private readonly below: Below) {}

  value(): unknown {
    return this.#one(this.#one<readonly unknown[]>([NUMBERS, WIDE, DECIMALS, TEXTS, TIMES, OTHERS, IDS]));
  }

  payload(entity: EntityMetadata, kind: WriteKind): unknown {
    this.#carefulness = this.#one([5, 20, 100]);
    return this.#payload(entity, kind, 0);
  }

  #payload(entity: EntityMetadata, kind: WriteKind, level: number): Record<string, unknown> {
    const payload: Record<string, unknown> = {};
    for (const field of entity.fields.values()) {
      if (!this.#isNamed(entity, field, kind)) continue;
      payload[field.wireName] = this.#isWrong() ? this.value() : this.#fitting(field);
    }
    for (const { wireName, target } of entity.references.values()) {
      if (this.below(4) === 0) payload[wireName] = { [target.primaryKey.wireName]: this.#fitting(target.primaryKey) };
    }
    if (level < LEVELS) this.#addChildren(payload, entity, kind, level);
    if (this.#isWrong() && this.below(3) === 0) payload.unknown = this.value();
    return payload;
  }

  #addChildren(payload: Record<string, unknown>, entity: EntityMetadata, kind: WriteKind, level: number): void {
    for (const { wireName, target, kind: single } of entity.collections.values()) {
      if (this.below(3) > 0) continue;
      const kinds: readonly WriteKind[] = kind === 'create' ? ['create'] : ['create', 'update'];
      if (single === 'oneToOne') {
        payload[wireName] = this.#isWrong() ? this.value() : this.#single(target, this.#one(kinds), level + 1);
        continue;
      }
      payload[wireName] = Array.from({ length: this.below(3) }, () => this.#child(target, this.#one(kinds), level + 1));
    }
  }

  #single(target: EntityMetadata, kind: WriteKind, level: number): unknown {
    if (this.below(6) === 0) return null;
    const single = this.#payload(target, kind, level);
    return this.below(8) === 0 ? { ...single, [target.primaryKey.wireName]: null } : single;
  }

  #child(target: EntityMetadata, kind: WriteKind, level: number): unknown {
    const { key } = target;
    const how = this.below(5);
    if (how === 0) return { [key.wireName]: this.#fitting(key) };
    const child = this.#payload(target, kind, level);
    return how > 2 || kind === 'update' ? { ...child, [key.wireName]: this.#fitting(key) } : child;
  }

  #isNamed(entity: EntityMetadata, field: FieldMetadata, kind: WriteKind): boolean {
    if (!isWritable(entity, field, kind)) return this.#isWrong();
    return isRequired(entity, field) ? !this.#isWrong() : this.below(3) > 0;
  }

  /** A value that the column and its constraints accept, if one is found soon. */
  #fitting(field: FieldMetadata): unknown {
    if (field.isNullable && this.below(8) === 0) return null;
    for (let attempt = 0; attempt < 300; attempt++) {
      const value = field.type.kind === 'enum' ? this.#one([...field.type.values, 'x']) : this.value();
      if (value !== null && isTaken(field, value)) return value;
    }
    return this.value();
  }

  #isWrong(): boolean {
    return this.below(this.#carefulness) === 0;
  }

  #one<T>(values: readonly T[]): T {
    return values[this.below(values.length)]!;
  }
}

/** By field and value: validation is slow, and there are few values. */
const taken = new WeakMap<FieldMetadata, Map<unknown, boolean>>();

function isTaken(field: FieldMetadata, value: unknown): boolean {
  const known = taken.get(field) ?? new Map<unknown, boolean>();
  taken.set(field, known);
  // A map does not distinguish 0 and -0.
  const key = Object.is(value, -0) ? taken : value;
  const verdict = known.get(key) ?? isValid(field, value);
  known.set(key, verdict);
  return verdict;
}

function isValid(field: FieldMetadata, value: unknown): boolean {
  const digits = typeof value === 'string' && value.startsWith(MARK) ? value.slice(MARK.length) : undefined;
  const reading = codecOf(field.type).read(digits === undefined ? value : new ExactNumber(digits));
  return 'value' in reading && fieldViolations(field, reading.value).length === 0;
}

import type { MigrationDialect } from '../../../lib/persistence/dialects/dialect';
import { dialectNamed } from '../../../lib/persistence/dialects/dialect-of';
import { mysql } from '../../../lib/persistence/dialects/mysql';
import { sqlite } from '../../../lib/persistence/dialects/sqlite';
import { columnReader } from '../../../lib/persistence/reads/column-reader';
import { timeZoneOf } from '../../../lib/persistence/time-zone';
import type { FieldType } from '../../../lib/values';

const at = (precision: number): FieldType => ({ kind: 'datetime', precision });
const BIGINT: FieldType = { kind: 'integer', min: -(2n ** 63n), max: 2n ** 63n - 1n };
const MONEY: FieldType = { kind: 'decimal', precision: 10, scale: 2, isUnsigned: false };

describe('A datetime of a row in JSON', () => {
  it.each<[MigrationDialect, number, string, string]>([
    ['mysql', 0, '2026-01-31 08:30:00', '2026-01-31T08:30:00Z'],
    ['mysql', 3, '2026-01-31 08:30:00.250', '2026-01-31T08:30:00.250Z'],
    ['mysql', 6, '2026-01-31 08:30:00.250999', '2026-01-31T08:30:00.250000Z'],
    ['mysql', 0, '2026-01-31 08:30:00.999', '2026-01-31T08:30:00Z'],
    ['mysql', 3, '2026-01-31 08:30:00', '2026-01-31T08:30:00.000Z'],
    ['sqlite', 3, '2026-01-31 08:30:00.250 +00:00', '2026-01-31T08:30:00.250Z'],
    ['sqlite', 0, '2026-01-31 08:30:00.250 +00:00', '2026-01-31T08:30:00Z'],
    ['sqlite', 3, '2026-01-31 08:30:00', '2026-01-31T08:30:00.000Z'],
    ['sqlite', 0, '2026-01-31 08:30:00 +02:00', '2026-01-31T06:30:00Z'],
    ['sqlite', 0, '2026-01-31 08:30:00.000 -03:30', '2026-01-31T12:00:00Z'],
    ['sqlite', 0, '2026-01-31T08:30:00Z', '2026-01-31T08:30:00Z'],
  ])('on %s, with the precision %i: %s is %s', (dialect, precision, stored, json) => {
    expect(columnReader(at(precision), dialectNamed(dialect)).json(stored)).toBe(json);
  });

  it.each([
    ['+08:00', 3, '2026-01-31 08:30:00.250', '2026-01-31T00:30:00.250Z'],
    ['-03:30', 0, '2026-01-31 08:30:00', '2026-01-31T12:00:00Z'],
    ['+08:00', 6, '2026-01-31 08:30:00.250999', '2026-01-31T00:30:00.250000Z'],
    ['Europe/Berlin', 0, '2026-07-31 08:30:00', '2026-07-31T06:30:00Z'],
  ])('in the zone %s, with the precision %i: %s is %s', (zone, precision, stored, json) => {
    const { json: write, read } = columnReader(at(precision), mysql, timeZoneOf(zone));

    expect([write(stored), read(stored)]).toEqual([json, new Date(json)]);
  });

  it.each<[MigrationDialect, string]>([
    ['sqlite', '2026-01-31 08:30:00'],
    ['sqlite', '2026-01-31 08:30:00.000 +00:00'],
    ['mysql', '2026-01-31 08:30:00'],
  ])('is a Date in UTC for an instance (%s: %s)', (dialect, stored) => {
    expect(columnReader(at(0), dialectNamed(dialect)).read(stored)).toEqual(new Date('2026-01-31T08:30:00Z'));
  });

  it.each<[MigrationDialect, unknown]>([
    ['mysql', '0000-00-00 00:00:00'],
    ['mysql', '0000-01-01 00:00:00'],
    ['mysql', '2026-00-31 08:30:00'],
    ['mysql', '2026-01-00 08:30:00'],
    ['mysql', '2026-02-29 08:30:00'],
    ['mysql', '2026-04-31 08:30:00.250'],
    ['sqlite', '2026-13-01 08:30:00'],
    ['sqlite', '2026-01-31 25:00:00'],
    ['sqlite', 'soon'],
    ['sqlite', 0],
  ])('is null if no calendar has it (%s: %s)', (dialect, stored) => {
    const { read, json } = columnReader(at(0), dialectNamed(dialect));

    expect([read(stored), json(stored)]).toEqual([null, null]);
  });

  it.each([
    ['0001-01-01 00:00:00', '0001-01-01T00:00:00Z'],
    ['0099-12-31 23:59:59', '0099-12-31T23:59:59Z'],
    ['2000-02-29 00:00:00', '2000-02-29T00:00:00Z'],
    ['2026-04-30 00:00:00', '2026-04-30T00:00:00Z'],
    ['2026-12-31T08:30:00.250Z', '2026-12-31T08:30:00Z'],
    ['2026-12-31', '2026-12-31T00:00:00Z'],
  ])('is read in its year, and as other programs write it: %s', (stored, json) => {
    expect(columnReader(at(0), sqlite).json(stored)).toBe(json);
    expect((columnReader(at(0), sqlite).read(stored) as Date).toISOString()).toContain(json.slice(0, 19));
  });
});

describe('A number of a row', () => {
  it.each<[MigrationDialect, FieldType, unknown, unknown]>([
    ['sqlite', MONEY, 0.1, '0.10'],
    ['sqlite', MONEY, -5, '-5.00'],
    ['sqlite', MONEY, '12.50', '12.50'],
    ['mysql', MONEY, '12.50', '12.50'],
    ['sqlite', BIGINT, '42', 42],
    ['sqlite', BIGINT, '-9007199254740991', -9007199254740991],
    ['sqlite', BIGINT, '9007199254740993', '9007199254740993'],
    ['mysql', BIGINT, '9007199254740993', '9007199254740993'],
    ['sqlite', { kind: 'duration', unit: 'seconds', max: 2n ** 31n }, '90', 90],
  ])('on %s, of type %p: %p is %p for an instance', (dialect, type, stored, value) => {
    expect(columnReader(type, dialectNamed(dialect)).read(stored)).toBe(value);
  });

  it('is an ISO 8601 duration in JSON, if its field is one', () => {
    const type: FieldType = { kind: 'duration', unit: 'seconds', max: 2n ** 31n };

    expect([columnReader(type, sqlite).json('90'), columnReader(type, mysql).json(90)]).toEqual(['PT1M30S', 'PT1M30S']);
  });
});

describe('Other values of a row', () => {
  it.each<MigrationDialect>(['sqlite', 'mysql'])('are parsed if they are JSON (%s)', (dialect) => {
    const { read } = columnReader({ kind: 'json' }, dialectNamed(dialect));

    expect(read('{"a":[1,null]}')).toEqual({ a: [1, null] });
    expect(read('12345678901234567890')).toBe(Number('12345678901234567890'));
    expect(read('"null"')).toBe('null');
    expect(read('null')).toBeNull();
    expect(read('not JSON')).toBe('not JSON');
  });

  it.each<[FieldType, unknown, unknown]>([
    [{ kind: 'boolean' }, 1, true],
    [{ kind: 'boolean' }, 0, false],
    [{ kind: 'boolean' }, 2, true],
    [{ kind: 'boolean' }, -1, true],
    [{ kind: 'boolean' }, Buffer.from([1]), true],
    [{ kind: 'boolean' }, Buffer.from([0]), false],
    [{ kind: 'text', maxBytes: 9 }, 5, '5'],
    [{ kind: 'date' }, '0000-00-00', null],
    [{ kind: 'date' }, '2026-02-30', null],
    [{ kind: 'time' }, '08:30:00.250', '08:30:00'],
    [{ kind: 'date' }, '2026-01-31 08:30:00', '2026-01-31'],
    [{ kind: 'bytes', maxBytes: 9 }, Buffer.from('ab'), 'YWI='],
    [{ kind: 'opaque', name: 'POINT' }, 'x', undefined],
  ])('of type %p: %p is %p in JSON', (type, stored, json) => {
    expect(columnReader(type, mysql).json(stored)).toBe(json);
  });
});

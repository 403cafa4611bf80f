import { isObject } from '../../foundation';
import type { FieldType } from '../../values';
import type { TimeZone } from '../time-zone';

/** Converts a value of the driver that is not null. */
export type Convert = (value: unknown) => unknown;

/** A stored date that no calendar has, such as `0000-00-00`. It reads as null, and is sorted by its text. */
export class NoDate {
  constructor(readonly text: string) {}
}

const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

/** Whether a text begins with a day of the calendar: `0000-00-00`, `2024-02-00` and `2023-02-29` do not. */
export function isCalendarDate(text: string): boolean {
  const [, years, months, days] = /^(\d{4})-(\d\d)-(\d\d)(?!\d)/.exec(text) ?? [];
  const [year, month, day] = [Number(years), Number(months), Number(days)];
  if (!year || !day || day > (DAYS[month - 1] ?? 0)) return false;
  return month !== 2 || day < 29 || (year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0));
}

/** `2026-01-31 08:30:00.250 +00:00`, with or without time and zone, or the same in ISO 8601. */
const STORED_INSTANT = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(?: ?(Z|[+-]\d\d:?\d\d))?)?$/;

/**
 * The value of a DATETIME column. SQLite appends the time zone, except in values that the database itself set.
 *
 * @param zone of the database
 */
export function instantOf(value: unknown, zone: TimeZone): Date | NoDate {
  if (value instanceof Date || value instanceof NoDate) return value;
  const text = String(value);
  const [, day = '', time = '00:00:00', offset = zone.isUtc ? 'Z' : undefined] = STORED_INSTANT.exec(text) ?? [];
  if (!isCalendarDate(day)) return new NoDate(text);
  // With a blank in place of the T, years below 100 would count from 1900 or 2000.
  const date = offset === undefined ? zone.toInstant(`${day} ${time}`) : new Date(`${day}T${time}${offset}`);
  return Number.isNaN(date.getTime()) ? new NoDate(text) : date;
}

/** The length of `2026-01-31`. */
const DAY_LENGTH = 10;

/** The value of a DATEONLY field, whose column may have a time too. */
function dayOf(value: unknown, zone: TimeZone): string | NoDate {
  if (value instanceof NoDate) return value;
  const text = value instanceof Date ? zone.toLocal(value) : String(value);
  return isCalendarDate(text) ? text.slice(0, DAY_LENGTH) : new NoDate(text);
}

/** The value of a TIME field, whose column may have decimals of a second too. */
function timeOf(value: unknown): string {
  return String(value).split('.', 1)[0]!;
}

/** A boolean as databases compare it: everything but zero is true. BIT columns are bytes. */
function isTrue(value: unknown): boolean {
  if (typeof value === 'boolean') return value;
  if (Buffer.isBuffer(value)) return value.some((byte) => byte !== 0);
  return Number(value) !== 0;
}

/** The value of a BIT column, of which servers return the bytes, the highest first. */
function wholeNumberOf(value: unknown): unknown {
  const whole = Buffer.isBuffer(value) ? BigInt(`0x${value.toString('hex')}`) : value;
  if (Number.isSafeInteger(Number(whole))) return Number(whole);
  return typeof whole === 'bigint' ? String(whole) : whole;
}

/** The value of a JSON column, of which the driver returns the text. Text that is not JSON is read as it is. */
function jsonOf(value: unknown): unknown {
  if (isObject(value) && !Buffer.isBuffer(value)) return value;
  const text = String(value);
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** A driver returns other values than text for columns of other types, and on SQLite for text that looks like a number. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : String(value);
}

/** The members of a SET column, of which the driver returns the text. */
function membersOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  const text = String(value);
  return text === '' ? [] : text.split(',');
}

/** Whether the values of a type have a {@link converterOf conversion}. */
export function isConverted(type: FieldType): boolean {
  const { kind } = type;
  return kind === 'datetime' || kind === 'date' || isBits(type) || CONVERTERS[kind] !== undefined;
}

/** The conversion for the values of a type that is the same on both databases; undefined for other types. */
export function converterOf(type: FieldType, zone: TimeZone): Convert | undefined {
  const { kind } = type;
  if (kind === 'datetime') return (value) => instantOf(value, zone);
  if (isBits(type)) return wholeNumberOf;
  return kind === 'date' ? (value) => dayOf(value, zone) : CONVERTERS[kind];
}

function isBits(type: FieldType): boolean {
  return type.kind === 'integer' && type.isBits === true;
}

const CONVERTERS: { readonly [K in FieldType['kind']]?: Convert } = {
  boolean: isTrue,
  time: timeOf,
  json: jsonOf,
  string: textOf,
  text: textOf,
  enum: textOf,
  set: membersOf,
  uuid: textOf,
};

/** A converted value as that of a field. */
export function withoutNoDate(value: unknown): unknown {
  return value instanceof NoDate ? null : value;
}

const NO_DATES = Symbol('dates that no calendar has');

interface Noted {
  [NO_DATES]?: Readonly<Record<string, string>>;
}

/** Keeps the texts of the dates of an instance that read as null, by name. */
export function noteNoDates(instance: object, texts: Readonly<Record<string, string>> | undefined): void {
  if (texts) Object.defineProperty(instance, NO_DATES, { value: texts, configurable: true });
}

/** The text of a date of an instance that reads as null. */
export function noDateOf(instance: object, name: string): NoDate | undefined {
  const text = (instance as Noted)[NO_DATES]?.[name];
  return text === undefined ? undefined : new NoDate(text);
}

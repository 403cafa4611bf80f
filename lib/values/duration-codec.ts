import { type Codec, problem } from './codec';
import { fractionProblem } from './date-codecs';
import type { DurationUnit, FieldType } from './field-type';
import { withoutTrailingZeros } from './number-codecs';

/** Days have 24 hours and weeks seven days. Years and months have no fixed length and are not accepted. */
const DURATION =
  /^P(?!$)(?:(\d{1,60})W|(?:(\d{1,60})D)?(?:T(?=\d)(?:(\d{1,60})H)?(?:(\d{1,60})M)?(?:(\d{1,60})(?:\.(\d{1,60}))?S)?)?)$/;

/** Longer than any duration that a column can store. */
const MAX_LENGTH = 64;

const SECONDS = { week: 604_800n, day: 86_400n, hour: 3600n, minute: 60n };

const DECIMALS: Readonly<Record<DurationUnit, number>> = { seconds: 0, milliseconds: 3 };

type DurationType = Extract<FieldType, { kind: 'duration' }>;

/**
 * ISO 8601 durations, for columns that store seconds or milliseconds. Fractions of the unit are rejected.
 */
export function durationCodec({ unit, max, isSigned = false }: DurationType): Codec {
  const decimals = DECIMALS[unit];
  const units = 10n ** BigInt(decimals);
  return {
    read(json) {
      const isNegative = typeof json === 'string' && json.startsWith('-');
      const parts = partsOf(isNegative ? json.slice(1) : json);
      if (!parts) return problem(shapeProblem(json));
      if (isNegative && !isSigned) return problem('must not be negative');
      const fraction = withoutTrailingZeros(parts[6] ?? '');
      if (fraction.length > decimals) return problem(fractionProblem(decimals));
      const length = secondsOf(parts) * units + BigInt(fraction.padEnd(decimals, '0') || '0');
      if (length > max) return problem(`must not be longer than ${durationText(max, units)}`);
      return { value: columnValue(isNegative ? -length : length) };
    },
    write: (value) => durationText(BigInt(value as number | string | bigint), units),
  };
}

function partsOf(json: unknown): RegExpExecArray | null {
  return typeof json === 'string' && json.length <= MAX_LENGTH ? DURATION.exec(json) : null;
}

function shapeProblem(json: unknown): string {
  const hasMonths = typeof json === 'string' && json.length <= MAX_LENGTH && /^-?P[^T]*[YM]/.test(json);
  return hasMonths
    ? 'must not have years or months, which differ in length: write days, such as P30D'
    : 'must be a duration such as PT1H30M';
}

function secondsOf([, weeks, days, hours, minutes, seconds]: RegExpExecArray): bigint {
  const of = (text: string | undefined, length: bigint) => BigInt(text ?? 0) * length;
  const short = of(hours, SECONDS.hour) + of(minutes, SECONDS.minute) + of(seconds, 1n);
  return of(weeks, SECONDS.week) + of(days, SECONDS.day) + short;
}

/** The value for the column: text beyond the safe integers. */
function columnValue(value: bigint): number | string {
  return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
}

/** The canonical text of a duration: `P1DT2H`, `PT0S`, `-PT5M`. */
function durationText(value: bigint, units: bigint): string {
  const length = value < 0n ? -value : value;
  const whole = length / units;
  const days = part(whole / SECONDS.day, 'D');
  const time = [
    part((whole % SECONDS.day) / SECONDS.hour, 'H'),
    part((whole % SECONDS.hour) / SECONDS.minute, 'M'),
    secondsText(whole % SECONDS.minute, length % units, units),
  ].join('');
  const text = time === '' ? days || 'T0S' : `${days}T${time}`;
  return `${value < 0n ? '-' : ''}P${text}`;
}

function secondsText(seconds: bigint, rest: bigint, units: bigint): string {
  if (rest === 0n) return part(seconds, 'S');
  return `${seconds}.${withoutTrailingZeros(String(rest).padStart(String(units).length - 1, '0'))}S`;
}

function part(count: bigint, letter: string): string {
  return count === 0n ? '' : `${count}${letter}`;
}

import type { JsonSchema } from './json-schema';

/** Examples by format. */
const BY_FORMAT: Readonly<Record<string, string>> = {
  email: 'ada@example.org',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  uuid: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
};

const LETTERS = 'Abcdefghijklmnopqrstuvwxyz';

/** Values that the schema of a field's validators suggests. */
export function suggestedValues({
  enum: values = [],
  format,
  minimum,
  maximum,
  minLength,
}: JsonSchema): readonly unknown[] {
  const formatted = format && BY_FORMAT[format];
  const bounds = [minimum, maximum].filter((bound) => bound !== undefined);
  const longText = minLength !== undefined && LETTERS.repeat(Math.ceil(minLength / LETTERS.length)).slice(0, minLength);
  return [...values, ...(formatted ? [formatted] : []), ...bounds, ...(longText ? [longText] : [])];
}

/** Text that is sent unchanged: a number that JavaScript would round, or invalid JSON. */
export class RawJson {
  constructor(readonly text: string) {}
}

/** Like `JSON.stringify`, and writes {@link RawJson} unchanged. Lone surrogates are escaped. */
export function jsonText(value: unknown): string {
  if (value instanceof RawJson) return value.text;
  if (Array.isArray(value)) return `[${value.map(jsonText).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${jsonText(member)}`).join(',')}}`;
}

/** JSON text that goes out as it stands: a number that JavaScript would round, or what is no JSON at all. */
export class RawJson {
  constructor(readonly text: string) {}
}

/** Like `JSON.stringify`, with room for {@link RawJson}; lone surrogates become escapes. */
export function jsonText(value: unknown): string {
  if (value instanceof RawJson) return value.text;
  if (Array.isArray(value)) return `[${value.map(jsonText).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${jsonText(member)}`).join(',')}}`;
}

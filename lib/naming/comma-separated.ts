/** The names in a list, or in text that separates them by commas; none in any other value. */
export function commaSeparated(value: unknown): readonly string[] {
  const names = typeof value === 'string' ? value.split(',') : Array.isArray(value) ? value : [];
  return names.map((name) => String(name).trim()).filter(Boolean);
}

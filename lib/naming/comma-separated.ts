/** The names in an array or in comma-separated text; none in any other value. */
export function commaSeparated(value: unknown): readonly string[] {
  const names = typeof value === 'string' ? value.split(',') : Array.isArray(value) ? value : [];
  return names.map((name) => String(name).trim()).filter(Boolean);
}

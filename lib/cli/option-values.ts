/** Parses the value of an option that takes a list: names separated by commas. */
export function commaSeparated(text: string): readonly string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

/** Collects the values of an option that may be repeated. */
export function repeatable(value: string, previous: readonly string[] = []): readonly string[] {
  return [...previous, value];
}

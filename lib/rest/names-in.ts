/** The names in a parameter that may be repeated, each time a list with commas. Blanks around a name are ignored. */
export function namesIn(values: readonly string[]): readonly string[] {
  return values.flatMap((text) => text.split(',')).map((name) => name.trim());
}

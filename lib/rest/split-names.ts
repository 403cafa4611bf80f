/**
 * The names in a parameter that may be repeated, each time a list with commas. Blanks around a name are ignored; an empty
 * name is kept, so that it is reported.
 */
export function splitNames(values: readonly string[]): readonly string[] {
  return values.flatMap((text) => text.split(',')).map((name) => name.trim());
}

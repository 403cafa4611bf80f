/** The name of the class of a filter or guard, for the output of commands. */
export function nameOfPart(part: object): string {
  const { name } = part.constructor;
  return name === 'Object' ? 'an object' : name;
}

/** The type of a member in decorator metadata; undefined if the compiler emits none. */
export function declaredType(prototype: object, member: string): unknown {
  const { getMetadata } = Reflect as { readonly getMetadata?: (key: string, target: object, name: string) => unknown };
  return getMetadata?.('design:type', prototype, member);
}

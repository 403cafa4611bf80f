/** The type of a member as decorator metadata tells it; undefined where the compiler emits none. */
export function declaredType(prototype: object, member: string): unknown {
  const { getMetadata } = Reflect as { readonly getMetadata?: (key: string, target: object, name: string) => unknown };
  return getMetadata?.('design:type', prototype, member);
}

type Plain = Readonly<Record<string, unknown>>;

/** Returns the value that a local `$ref` (`#/components/schemas/Order`) points to; other values unchanged. */
export function resolveReference(document: object, value: unknown): unknown {
  const reference = (value as { readonly $ref?: string } | undefined)?.$ref;
  if (reference === undefined) return value;
  const segments = reference.split('/').slice(1).map(unescaped);
  return segments.reduce<unknown>((node, name) => (node as Plain | undefined)?.[name], document);
}

/** RFC 6901. */
function unescaped(segment: string): string {
  return segment.replaceAll('~1', '/').replaceAll('~0', '~');
}

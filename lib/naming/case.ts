/**
 * The wire name of a domain name: `orderItems` → `order_items`, `customerURL` → `customer_url`, `address1` → `address1`.
 *
 * A digit belongs to the word before it (`oauth2Token` → `oauth2_token`), a run of capitals is one word.
 */
export function snakeCase(domainName: string): string {
  return domainName
    .replace(/(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, '_')
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1_$2')
    .replace(/[\s-]+/g, '_')
    .toLowerCase();
}

/**
 * The domain name that a wire name usually stands for: `order_items` → `orderItems`.
 *
 * The inverse of {@link snakeCase} but for runs of capitals; where the domain names are known, ask {@link WireNames}.
 */
export function camelCase(wireName: string): string {
  return wireName.replace(/_+(\p{L}|\p{N})?/gu, (whole, first: string | undefined, at: number) =>
    at > 0 && first ? first.toUpperCase() : whole,
  );
}

/** The name of a file or an option: `OrderItem` → `order-item`, `projectDir` → `project-dir`. */
export function kebabCase(name: string): string {
  return snakeCase(name).replaceAll('_', '-');
}

/** With a small first letter: `OrderItem` → `orderItem`, `URLEntry` → `urlEntry`. */
export function lowerFirst(name: string): string {
  return camelCase(snakeCase(name));
}

/** With a capital first letter: `orderItem` → `OrderItem`. */
export function upperFirst(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/**
 * Converts a domain name to its wire name: `orderItems` → `order_items`, `customerURL` → `customer_url`.
 *
 * A digit belongs to the word before it (`oauth2Token` → `oauth2_token`); consecutive capitals are one word.
 */
export function snakeCase(domainName: string): string {
  return domainName
    .replace(/(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, '_')
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1_$2')
    .replace(/[\s-]+/g, '_')
    .toLowerCase();
}

/**
 * Converts a wire name to the usual domain name: `order_items` → `orderItems`.
 *
 * Cannot restore consecutive capitals: where the domain names are known, use {@link WireNames}.
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

/** Puts the first word in lower case: `OrderItem` → `orderItem`, `URLEntry` → `urlEntry`. */
export function lowerFirst(name: string): string {
  return camelCase(snakeCase(name));
}

/** Capitalizes the first letter: `orderItem` → `OrderItem`. */
export function upperFirst(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

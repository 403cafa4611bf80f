import { documentOf, type OpenApiDocument } from './document-of';
import { type InspectOptions, inspectedSource } from './inspected';
import { namedByHeader } from './security/named-by-header';

/** The OpenAPI document of an application with these models, which is not started. */
export async function inspectedDocument(
  types: readonly unknown[],
  options: InspectOptions = {},
): Promise<OpenApiDocument> {
  return documentOf(await inspectedSource(types, { authenticators: [namedByHeader], ...options }));
}

/** Follows the `$ref` of an object to its component. */
// biome-ignore lint/suspicious/noExplicitAny: parts of a document
export function resolved(components: OpenApiDocument['components'], object: { readonly $ref?: string }): any {
  const [, , kind, name] = object.$ref?.split('/') ?? [];
  return kind && name ? components[kind]![name] : object;
}

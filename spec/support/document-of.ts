import type { AggregateConfiguration } from '../../lib/apidocs';
import { openApiDocument } from '../../lib/apidocs/openapi/openapi-document';
import type { DocumentSource } from '../../lib/apidocs/source';
import type { Application } from '../../lib/rest';

/** The OpenAPI document as specs read it. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: object;
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  // biome-ignore lint/suspicious/noExplicitAny: each spec asserts the parts that it expects
  readonly components: Readonly<Record<string, Readonly<Record<string, any>>>>;
}

// biome-ignore lint/suspicious/noExplicitAny: each spec asserts the parts that it expects
export type DocumentedOperation = Readonly<Record<string, any>>;

/** The document source of a started or inspected application. */
export function sourceOf({ name, mountPath, routes, registry, configuration, project }: Application): DocumentSource {
  const { apidocs } = configuration as Partial<AggregateConfiguration>;
  const info = apidocs?.info ?? { version: '1' };
  const previews = (apidocs?.previews ?? true) && configuration.previews.allowed;
  return {
    name,
    mountPath,
    routes,
    registry: registry!,
    configuration,
    info,
    previews,
    moduleRoot: project.moduleRoot,
  };
}

/** The document as parsed from its JSON. */
export function documentOf(source: DocumentSource): OpenApiDocument {
  return JSON.parse(documentTextOf(source));
}

export function documentTextOf(source: DocumentSource): string {
  return JSON.stringify(openApiDocument(source));
}

import type { RouteDescription } from '../core';
import type { Application } from '../rest';
import type { AggregateConfiguration } from './configuration';
import { DocumentsPlugin } from './documents-plugin';
import { openApiDocument } from './openapi/openapi-document';
import { documentSource } from './source';

/** An OpenAPI document as parsed from its JSON. */
export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/**
 * Returns the OpenAPI document that an application serves.
 *
 * @param routes  pass those of `inspect()` for an application that is not started
 */
export function openApiOf(
  application: Application<AggregateConfiguration>,
  routes: readonly RouteDescription[] = application.routes,
): OpenApi {
  const documentedRoutes = routes.filter(({ resource }) => resource !== DocumentsPlugin.name);
  const source = documentSource(application, documentedRoutes, application.mountPath);
  return JSON.parse(JSON.stringify(openApiDocument(source))) as OpenApi;
}

import type { RouteDescription } from '../core';
import type { Application } from '../rest';
import type { AggregateConfiguration } from './configuration';
import { DocumentsPlugin } from './documents-plugin';
import { openApiDocument } from './openapi/openapi-document';

/** An OpenAPI document as it is sent: what JSON leaves out is not in it. */
export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/**
 * The OpenAPI document that an application serves.
 *
 * @param routes as a start would define them
 */
export function openApiOf(
  application: Application<AggregateConfiguration>,
  routes: readonly RouteDescription[] = application.routes,
): OpenApi {
  const { name, mountPath, registry, configuration } = application;
  const described = routes.filter(({ resource }) => resource !== DocumentsPlugin.name);
  const { info } = configuration.apidocs;
  const source = { name, mountPath, routes: described, registry: registry!, configuration, info };
  return JSON.parse(JSON.stringify(openApiDocument(source))) as OpenApi;
}

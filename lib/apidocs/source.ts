import type { RouteDescription } from '../core';
import type { MetadataRegistry } from '../metadata';
import type { Application, AggregateConfiguration as RestConfiguration } from '../rest';
import type { AggregateConfiguration, ApiInfo } from './configuration';

/** The parts of a started application that its documents are generated from. */
export interface DocumentSource {
  readonly name: string;
  readonly mountPath: string;
  readonly routes: readonly RouteDescription[];
  readonly registry: MetadataRegistry;
  readonly configuration: RestConfiguration;
  readonly info: ApiInfo;
  /** Classes of serializers are loaded from here. */
  readonly moduleRoot: string;
}

/** @param routes  pass those of `inspect()` for an application that is not started */
export function documentSource(
  { name, registry, configuration, project }: Application<AggregateConfiguration>,
  routes: readonly RouteDescription[],
  mountPath: string,
): DocumentSource {
  const { info } = configuration.apidocs;
  return { name, mountPath, routes, registry: registry!, configuration, info, moduleRoot: project.moduleRoot };
}

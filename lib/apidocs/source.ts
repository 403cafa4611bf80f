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
  /** Whether it describes previews. */
  readonly previews: boolean;
  /** Classes of serializers are loaded from here. */
  readonly moduleRoot: string;
}

/** @param routes  pass those of `inspect()` for an application that is not started */
export function documentSource(
  { name, registry, configuration, project }: Application<AggregateConfiguration>,
  routes: readonly RouteDescription[],
  mountPath: string,
): DocumentSource {
  const { info, previews } = configuration.apidocs;
  const describesPreviews = previews && configuration.previews.allowed;
  return {
    name,
    mountPath,
    routes,
    registry: registry!,
    configuration,
    info,
    previews: describesPreviews,
    moduleRoot: project.moduleRoot,
  };
}

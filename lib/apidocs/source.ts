import type { RouteDescription } from '../core';
import type { MetadataRegistry } from '../metadata';
import type { AggregateConfiguration } from '../rest';
import type { ApiInfo } from './configuration';

/** The parts of a started application that its documents are generated from. */
export interface DocumentSource {
  readonly name: string;
  readonly mountPath: string;
  readonly routes: readonly RouteDescription[];
  readonly registry: MetadataRegistry;
  readonly configuration: AggregateConfiguration;
  readonly info: ApiInfo;
}

import type { RouteDescription } from '../core';
import type { MetadataRegistry } from '../metadata';
import type { AggregateConfiguration } from '../rest';
import type { ApiInfo } from './configuration';

/** What documents are made from: all that is known of an application once it has started. */
export interface DocumentSource {
  readonly name: string;
  readonly mountPath: string;
  readonly routes: readonly RouteDescription[];
  readonly registry: MetadataRegistry;
  readonly configuration: AggregateConfiguration;
  readonly info: ApiInfo;
}

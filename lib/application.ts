import type Joi from 'joi';
import { AggregateConfiguration as DocumentedConfiguration, DocumentsPlugin } from './apidocs';
import { type LogsSection, logsSection } from './core';
import { MAP_PAGE } from './map';
import {
  MetricsPlugin,
  type MetricsSection,
  metricsSection,
  RequestLogPlugin,
  TracesPlugin,
  type TracesSection,
  tracesSection,
} from './observability';
import { type ApplicationOptions, Application as RestApplication } from './rest';

/** The configuration of an application with a domain model, its documents and its observation. */
export class AggregateConfiguration extends DocumentedConfiguration {
  declare readonly logs: LogsSection;
  declare readonly traces: TracesSection;
  declare readonly metrics: MetricsSection;

  static override keys(): Record<string, Joi.Schema> {
    return { ...super.keys(), logs: logsSection, traces: tracesSection, metrics: metricsSection };
  }
}

/**
 * An application with routes generated from its domain model, API documents, the pages that show them, and its observation.
 *
 * @example
 * ```ts
 * class OrdersApplication extends Application {}
 * ```
 * @see Specification, "Extension points (core layer)": Application
 */
export class Application<C extends AggregateConfiguration = AggregateConfiguration> extends RestApplication<C> {
  static override readonly Configuration: typeof AggregateConfiguration = AggregateConfiguration;

  constructor(options?: ApplicationOptions) {
    super(options);
    this.registerPlugin(new DocumentsPlugin(this, [MAP_PAGE]));
    this.registerPlugin(new RequestLogPlugin());
    this.registerPlugin(new TracesPlugin(() => this.statementDescriptions));
    this.registerPlugin(new MetricsPlugin(this));
  }
}

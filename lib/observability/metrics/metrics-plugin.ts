import { DOCUMENTATION, type RouteDocumentation } from '../../apidocs';
import type { Plugin, RouteDefinition } from '../../core';
import type { AggregateConfiguration, Application } from '../../rest';
import { Authorizer } from '../../security';
import type { MetricsSection } from './metrics-section';
import { loadPromClient } from './prom-client';
import { RequestMetrics } from './request-metrics';
import { type MeasuredApplication, ServiceMetrics } from './service-metrics';

type Measured = Application<AggregateConfiguration & { readonly metrics: MetricsSection }>;

/**
 * Measures an application if its metrics are served: by the admin port of its container, or under `/metrics` of the
 * application, which requires the permissions of the configuration.
 */
export class MetricsPlugin implements Plugin {
  #isAdded?: { readonly metrics: ServiceMetrics; readonly application: MeasuredApplication };

  constructor(private readonly application: Measured) {}

  init(): void {
    const { application } = this;
    this.inspect();
    if (!this.#areServed()) return;
    const shared = application.sharedMetrics;
    const { name, project } = application;
    shared.metrics ??= new ServiceMetrics(loadPromClient(name, project.projectRoot));
    const metrics = shared.metrics as ServiceMetrics;
    const measured = measuredOf(application);
    metrics.add(measured);
    this.#isAdded = { metrics, application: measured };
    application.addObserver(new RequestMetrics(metrics, name, databaseOf(application)));
  }

  /** A request that is rejected meanwhile is counted, too. */
  standBy(): void {
    this.init();
  }

  inspect(): void {
    const permissions = this.#permissions();
    if (permissions.length > 0) this.application.addRoute(this.#route(permissions));
  }

  destroy(): void {
    this.#isAdded?.metrics.remove(this.#isAdded.application);
    this.#isAdded = undefined;
  }

  #permissions(): readonly string[] {
    const { metrics } = this.application.configuration;
    return metrics === 'off' ? [] : metrics.permissions;
  }

  #areServed(): boolean {
    const { configuration, sharedMetrics } = this.application;
    return configuration.metrics !== 'off' && (sharedMetrics.isServed || this.#permissions().length > 0);
  }

  #route(permissions: readonly string[]): RouteDefinition {
    return {
      method: 'GET',
      path: '/metrics',
      name: 'readMetrics',
      resource: MetricsPlugin.name,
      attributes: {
        [Authorizer.PERMISSIONS]: permissions,
        [DOCUMENTATION]: { hidden: true } satisfies RouteDocumentation,
      },
      handle: async (_request, response) => {
        const { contentType, text } = await this.application.sharedMetrics.metrics!.text();
        response.setHeader('Content-Type', contentType).setHeader('Cache-Control', 'no-store').setContent(text);
      },
    };
  }
}

function measuredOf(application: Measured): MeasuredApplication {
  const { database } = application;
  return {
    name: application.name,
    get activeRequests() {
      return application.activeRequests;
    },
    get load() {
      return application.load;
    },
    connections: database?.sequelize,
    get pool() {
      return database?.pool;
    },
  };
}

function databaseOf({ database }: Measured) {
  return database && { system: database.descriptions.system, tables: new Set(database.tableNames) };
}

import type { AdminSettings, ContainerConfiguration } from '../config/container-configuration';
import type { Limits } from '../config/content-keys';
import type { Logger } from '../http/logger';
import type { MetricsSource } from '../http/metrics';
import type { ReadinessSource } from '../http/readiness';
import { HealthPages } from '../koa/health-pages';
import { httpHost } from '../koa/http-host';
import { MetricsPage } from '../koa/metrics-page';
import { type Connector, openConnector } from './connector';

/** What the admin port of a container serves. */
export interface AdminPages {
  readonly health: HealthPages;
  readonly metrics: MetricsSource;
  readonly limits: Limits;
  readonly logger: Logger;
}

/**
 * Opens the port for operators, which serves health and metrics, and nothing of the applications.
 *
 * @throws StartError PORT_IN_USE, PORT_UNAVAILABLE
 */
export function openAdminPort(
  settings: AdminSettings,
  { health, metrics, limits, logger }: AdminPages,
  projectRoot: string,
): Promise<Connector> {
  const host = httpHost({ mounts: [], proxies: 0, limits, logger, health, metrics: new MetricsPage(metrics) });
  return openConnector({ scheme: 'http', ...settings }, 'server.admin', limits, projectRoot, host);
}

/** Where the health is served if `health: off` removes it from the public ports. */
const DEFAULT_HEALTH_PATH = '/health';

export function healthPages(
  { health }: Pick<ContainerConfiguration, 'health'>,
  readiness: ReadinessSource,
): HealthPages {
  const path = health === 'off' ? DEFAULT_HEALTH_PATH : health.path;
  return new HealthPages(path.replace(/\/$/, ''), readiness);
}

import type { AdminSettings } from '../config/container-configuration';
import type { Limits } from '../config/content-keys';
import type { Logger } from '../http/logger';
import type { SharedMetrics } from '../http/metrics';
import type { HealthPages } from '../koa/health-pages';
import { httpHost } from '../koa/http-host';
import { MetricsPage } from '../koa/metrics-page';
import { type Connector, openConnector } from './connector';

/** What the admin port of a container serves. */
export interface AdminPages {
  readonly health: HealthPages;
  readonly metrics: SharedMetrics;
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

import type { ContainerConfiguration } from '../config/container-configuration';
import type { LineLogger } from '../http/line-logger';
import type { SharedMetrics } from '../http/metrics';
import { Readiness, type ReadinessReport } from '../http/readiness';
import type { HealthPages } from '../koa/health-pages';
import { httpHost } from '../koa/http-host';
import { rejectionLog } from '../koa/rejection-log';
import { healthPages, openAdminPort } from './admin-port';
import { type Connector, openConnector } from './connector';
import { HandOver, handOverMs } from './hand-over';
import type { Lifetime } from './lifetime';
import type { MountedApplication } from './mounting';
import { publicHealth } from './public-health';
import { isWorker } from './workers/worker-messages';

/** The container that the ports belong to. */
export interface Served {
  readonly configuration: ContainerConfiguration;
  readonly mounted: readonly MountedApplication[];
  readonly metrics: SharedMetrics;
  readonly projectRoot: string;
  readonly logger: LineLogger;
}

/** The ports of a container, from its start to its stop. */
export class Ports {
  #handOver?: HandOver;
  #connectors: readonly Connector[] = [];
  #admin?: Connector;
  readonly #readiness: Readiness;
  readonly #health: HealthPages;

  constructor(private readonly container: Served) {
    this.#readiness = new Readiness(() => container.mounted.map(({ application }) => application));
    this.#readiness.close();
    this.#health = healthPages(container.configuration, this.#readiness);
  }

  readiness(): Promise<ReadinessReport> {
    return this.#readiness.report();
  }

  get addresses(): readonly string[] {
    return this.#connectors.map(({ address }) => address);
  }

  get adminAddress(): string | undefined {
    return this.#admin?.address;
  }

  /** Lets the stop leave the ports to other processes first. */
  beginHandOver(): void {
    this.#handOver ??= new HandOver();
  }

  /** Lets the stop go on at once. */
  endHandOver(): void {
    this.#handOver?.end();
  }

  /**
   * Opens the port for operators, if there is one. It is the first and is closed last, so that the health can be asked for
   * during the start and the stop.
   *
   * @throws StartError PORT_IN_USE, PORT_UNAVAILABLE
   */
  async openAdmin(lifetime: Lifetime): Promise<void> {
    const { configuration, metrics, projectRoot, logger } = this.container;
    const { server, limits } = configuration;
    // That of workers is the one of their primary process.
    if (!server.admin || isWorker()) return;
    const admin = await openAdminPort(server.admin, { health: this.#health, metrics, limits, logger }, projectRoot);
    this.#admin = admin;
    lifetime.addUndo(() => admin.close(server.shutdownTimeoutMs));
  }

  /** Opens the ports for requests. @throws as {@link openConnector} */
  async open(lifetime: Lifetime): Promise<void> {
    const { configuration, mounted, projectRoot, logger } = this.container;
    const { server, limits, logs, health } = configuration;
    const host = httpHost({
      mounts: mounted.map(({ prefix, application }) => ({ prefix, served: () => application.served })),
      health: health === 'off' ? undefined : publicHealth(this.#health, mounted, logger),
      proxies: Number(server.proxy),
      limits,
      logger,
      rejected: rejectionLog(logger, logs.requests),
    });
    for (const [index, settings] of server.connectors.entries()) {
      const connector = await openConnector(settings, `server.connectors.${index}`, limits, projectRoot, host);
      this.#connectors = [...this.#connectors, connector];
      lifetime.addUndo(() => connector.close(server.shutdownTimeoutMs));
    }
    this.#readiness.open();
    lifetime.addUndo(() => this.#close(configuration));
  }

  async #close({ server, limits }: ContainerConfiguration): Promise<void> {
    const { drainDelayMs, shutdownTimeoutMs } = server;
    await this.#handOver?.run(this.#connectors, handOverMs(limits));
    this.#readiness.stop();
    if (!this.#handOver && drainDelayMs > 0) await drain(this.#connectors, drainDelayMs, shutdownTimeoutMs);
    await Promise.all(this.#connectors.map((connector) => connector.close(shutdownTimeoutMs)));
  }
}

/** Serves as before, but lets clients open no connection for more than one request. */
async function drain(connectors: readonly Connector[], delayMs: number, timeoutMs: number): Promise<void> {
  for (const connector of connectors) connector.drain();
  await new Promise((resolve) => setTimeout(resolve, delayMs));
  await Promise.all(connectors.map((connector) => connector.acceptWaiting(timeoutMs)));
}

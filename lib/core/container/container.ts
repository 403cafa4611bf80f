import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { checkOptions, type OptionKinds } from '../../foundation';
import type { ConfigurationEntry } from '../config/configuration';
import type { ConfigurationLevel } from '../config/configuration-level';
import { ContainerConfiguration, readContainerConfiguration } from '../config/container-configuration';
import { type LineLogger, lineLogger } from '../http/line-logger';
import type { Logger } from '../http/logger';
import { type Metrics, type MetricsSource, SharedMetrics } from '../http/metrics';
import type { ReadinessReport, ReadinessSource } from '../http/readiness';
import { healthPages, openAdminPort } from './admin-port';
import type { Application } from './application';
import {
  codeLevel,
  containerLevels,
  PROJECT_OPTIONS,
  type Project,
  type ProjectOptions,
  projectOf,
} from './application-files';
import { configureLogger } from './configure-logger';
import type { Connector } from './connector';
import { StartError } from './errors';
import { handOverMs } from './hand-over';
import { verifyKeys } from './key-store';
import { Lifetime } from './lifetime';
import { type MountedApplication, mountApplications } from './mounting';
import { Ports } from './ports';
import { type ApplicationClass, applicationsOf, bundlesOf, leavesOutListed } from './services';
import { withTimeout } from './with-timeout';
import { isWorker } from './workers/worker-messages';

/** Code that runs when a container is initialised, started and stopped. */
export interface Bundle {
  init(container: Container): void | Promise<void>;
  start(): void | Promise<void>;
  stop(): void | Promise<void>;
}

export interface ContainerOptions extends ProjectOptions {
  /**
   * Replaces the list in `config/services/Application`. If that list is longer, as in a test of one application, mounts
   * and keys of other applications in `config/container.yml` are ignored.
   */
  readonly applications?: readonly (ApplicationClass | Application)[];
  /** Come before the bundles listed in `config/services/Bundle`. */
  readonly bundles?: readonly Bundle[];
  /** Overrides single keys of `config/container.yml`. */
  readonly configuration?: Record<string, unknown>;
  /** `console` when absent. */
  readonly logger?: Logger;
}

const OPTIONS = {
  ...PROJECT_OPTIONS,
  applications: 'list',
  bundles: 'list',
  configuration: 'options',
  logger: 'any',
} satisfies OptionKinds<ContainerOptions>;

/** An effective configuration: each value with the file that it comes from, or `code`. */
export interface DescribedConfiguration {
  /** `container`, or the class name of an application. */
  readonly name: string;
  readonly entries: readonly ConfigurationEntry[];
}

/**
 * A server with one or more applications, each mounted at its own path.
 *
 * The start initialises bundles, mounts and starts applications, starts bundles and then opens the ports. The stop runs
 * in the reverse order. A start that fails is undone.
 *
 * @see Specification, "Extension points (core layer)"
 */
export class Container {
  readonly #logger: LineLogger;
  readonly #project: Project;
  #configuration?: ContainerConfiguration;
  #ports?: Ports;
  #metrics = new SharedMetrics(false);
  #mounted: readonly MountedApplication[] = [];
  /** Set from the start until the stop has ended. */
  #lifetime?: Lifetime;

  constructor(readonly options: ContainerOptions = {}) {
    checkOptions(options, OPTIONS, 'new Container()');
    this.#project = projectOf(options);
    this.#logger = lineLogger(options.logger);
  }

  get logger(): Logger {
    return this.#logger;
  }

  /** @throws ConfigurationError naming file and key, also for a key that neither container nor applications know */
  get configuration(): ContainerConfiguration {
    this.#configuration ??= this.#readConfiguration(new Set(Object.keys(ContainerConfiguration.keys())));
    return this.#configuration;
  }

  get name(): string {
    return this.configuration.name;
  }

  /** The addresses of the open ports, in the order configured: `http://127.0.0.1:8080`. */
  get addresses(): readonly string[] {
    return this.#ports?.addresses ?? [];
  }

  /** The address of the open port for operators; undefined without `server.admin`. */
  get adminAddress(): string | undefined {
    return this.#ports?.adminAddress;
  }

  /** What the applications measure: undefined before the start, and if none of them collects metrics. */
  get metrics(): Metrics | undefined {
    return this.#metrics.metrics;
  }

  /** The mounted applications; empty before the start. */
  get applications(): readonly Application[] {
    return this.#mounted.map(({ application }) => application);
  }

  /**
   * @throws ConfigurationError, StartError, or the error of a bundle, an application or a plugin;
   *         StartError STOPPED_DURING_START when {@link stop} is called meanwhile
   */
  async start(): Promise<void> {
    if (this.#lifetime) throw new StartError('ALREADY_STARTED', 'The container');
    const lifetime = new Lifetime('Container');
    this.#lifetime = lifetime;
    const begin = async () => {
      const bundles = this.#prepare();
      const ports = this.#portsToOpen();
      await ports.openAdmin(lifetime);
      await this.#startBundlesAndApplications(bundles, lifetime);
      await ports.open(lifetime);
    };
    try {
      await lifetime.start(begin, (failure) => this.logger.error('The failed start could not be undone', failure));
    } catch (error) {
      this.#reset(lifetime);
      throw error;
    }
  }

  /**
   * Resolves when all applications serve everything: at once, unless one of them has started without something outside,
   * such as its database.
   *
   * @throws StartError NOT_STARTED, and as {@link Application.ready}
   */
  async ready(): Promise<void> {
    if (!this.#lifetime) throw new StartError('NOT_STARTED', 'The container');
    await this.#lifetime.started;
    await Promise.all(this.applications.map((application) => application.ready()));
  }

  /**
   * Closes the ports, lets requests in flight finish, then stops bundles and applications in reverse order. During the
   * start, it undoes the start. A second call waits for the same stop.
   *
   * @throws StopError for a part that does not end in time, or the error of a part; all others are stopped by then
   */
  async stop(): Promise<void> {
    const lifetime = this.#lifetime;
    if (!lifetime) return;
    try {
      await lifetime.end(this.#shutdownTimeoutMs);
    } finally {
      this.#reset(lifetime);
    }
  }

  /** Lets the next stop leave the ports to other processes. @internal */
  beginHandOver(): void {
    this.#ports?.beginHandOver();
  }

  /** Lets a stop that leaves the ports to other processes go on at once. @internal */
  endHandOver(): void {
    this.#ports?.endHandOver();
  }

  /**
   * The effective configuration of the container and of each application, read without starting anything.
   *
   * @throws ConfigurationError, StartError
   */
  describe(): readonly DescribedConfiguration[] {
    const applications = this.inspect().map((application) => ({
      name: application.constructor.name,
      entries: application.configuration.describe(),
    }));
    return [{ name: 'container', entries: this.configuration.describe() }, ...applications];
  }

  #prepare(): readonly Bundle[] {
    this.#mount();
    return bundlesOf(this.options.bundles, this.#project, this.configuration.bundles);
  }

  /**
   * The applications, mounted and configured but not started.
   *
   * @throws ConfigurationError, StartError
   */
  inspect(): readonly Application[] {
    if (!this.#lifetime) this.#mount();
    return this.applications;
  }

  #mount(): void {
    const applications = applicationsOf(this.options.applications, this.#project, this.logger);
    const isPart = leavesOutListed(this.options.applications, this.#project);
    const known = [ContainerConfiguration, ...applications.map(configurationClassOf)].flatMap((Class) =>
      Object.keys(Class.keys()),
    );
    this.#configuration = this.#readConfiguration(isPart ? undefined : new Set(known));
    const { mounts, basePath, server, logs } = this.#configuration;
    configureLogger(this.#logger, logs, this.#project.projectRoot);
    const connectors = server.connectors.map(({ scheme, host }) => ({
      scheme,
      host,
      isProxied: server.proxy !== false,
    }));
    this.#metrics = new SharedMetrics(server.admin !== undefined);
    this.#mounted = mountApplications(applications, mounts, basePath, isPart);
    for (const { application, prefix } of this.#mounted) {
      const { shutdownTimeoutMs } = server;
      const parents = this.#levels();
      const metrics = this.#metrics;
      const workers = isWorker() ? this.workers : 1;
      application.enterContainer({ mountPath: prefix, parents, connectors, metrics, workers, shutdownTimeoutMs });
    }
  }

  async #startBundlesAndApplications(bundles: readonly Bundle[], lifetime: Lifetime): Promise<void> {
    const stopped = new Set<Bundle>();
    const stopOnce = async (bundle: Bundle) => {
      if (stopped.has(bundle)) return;
      stopped.add(bundle);
      await withTimeout(() => bundle.stop(), this.#shutdownTimeoutMs, `${bundle.constructor.name}.stop()`);
    };
    for (const bundle of bundles) {
      await bundle.init(this);
      lifetime.addUndo(() => stopOnce(bundle));
    }
    // A bundle may have written the key files.
    verifyKeys(this.configuration.server.connectors, this.#project.projectRoot);
    for (const application of this.applications) {
      lifetime.addUndo(() => application.stop());
      await application.start();
      lifetime.verifyNotEnded();
    }
    for (const bundle of bundles) {
      await bundle.start();
      lifetime.addUndo(() => stopOnce(bundle));
    }
  }

  #portsToOpen(): Ports {
    const { configuration } = this;
    const logger = this.#logger;
    const { projectRoot } = this.#project;
    this.#ports = new Ports({ configuration, mounted: this.#mounted, metrics: this.#metrics, projectRoot, logger });
    return this.#ports;
  }

  /**
   * The number of processes that serve its ports when it is {@link run}: `server.workers`.
   *
   * @throws ConfigurationError
   */
  get workers(): number {
    const { workers } = this.#server;
    return workers === 'auto' ? availableParallelism() : workers;
  }

  /** Whether other processes serve its ports, if only a single one. @throws ConfigurationError */
  get hasWorkers(): boolean {
    return this.#server.workers !== 1;
  }

  /**
   * How long a stop takes at most, unless many plugins and bundles do not end, in milliseconds.
   *
   * @internal
   */
  get stopMs(): number {
    const { drainDelayMs, shutdownTimeoutMs } = this.#server;
    return Math.max(drainDelayMs, handOverMs(this.configuration.limits)) + 3 * shutdownTimeoutMs;
  }

  /** Whether requests can be served: asked once a second at most. @throws StartError NOT_STARTED */
  readiness(): Promise<ReadinessReport> {
    if (!this.#ports) throw new StartError('NOT_STARTED', 'The container');
    return this.#ports.readiness();
  }

  /**
   * Opens the port for operators, if there is one, in the primary process of workers, whose log it configures.
   *
   * @internal
   * @throws StartError PORT_IN_USE, PORT_UNAVAILABLE; PackageError
   */
  async openAdmin(reports: ReadinessSource & MetricsSource): Promise<Connector | undefined> {
    const configuration = this.#configuration ?? this.#readConfiguration();
    const { server, limits, logs } = configuration;
    configureLogger(this.#logger, logs, this.#project.projectRoot);
    if (!server.admin) return undefined;
    const pages = { health: healthPages(configuration, reports), metrics: reports, limits, logger: this.logger };
    return openAdminPort(server.admin, pages, this.#project.projectRoot);
  }

  get #server(): ContainerConfiguration['server'] {
    return (this.#configuration ?? this.#readConfiguration()).server;
  }

  get #shutdownTimeoutMs(): number {
    return this.configuration.server.shutdownTimeoutMs;
  }

  #readConfiguration(known?: ReadonlySet<string>): ContainerConfiguration {
    return readContainerConfiguration(this.#levels(), known, join(this.#project.configDir, 'container.yml'));
  }

  #levels(): readonly ConfigurationLevel[] {
    return [...containerLevels(this.#project), codeLevel(this.options.configuration)];
  }

  /** A start that was stopped may end after the next start has begun. */
  #reset(lifetime: Lifetime): void {
    if (this.#lifetime !== lifetime) return;
    this.#ports = undefined;
    this.#metrics = new SharedMetrics(false);
    this.#mounted = [];
    this.#lifetime = undefined;
  }
}

function configurationClassOf(application: Application) {
  return (application.constructor as typeof Application).Configuration;
}

import { join } from 'node:path';
import { Mistakes } from '../../foundation';
import { nearestName } from '../../naming';
import { Configuration, type ConfigurationEntry } from '../config/configuration';
import { ConfigurationError } from '../config/configuration-error';
import { ContainerConfiguration } from '../config/container-configuration';
import { type Layer, pick } from '../config/layer';
import { lineLogger } from '../http/line-logger';
import type { Logger } from '../http/logger';
import { httpHost } from '../koa/http-host';
import type { Application } from './application';
import { codeLayer, containerLayers, type Project, type ProjectOptions, projectOf } from './application-files';
import { type Connector, openConnector } from './connector';
import { StartError } from './errors';
import { verifyKeys } from './key-store';
import type { LivesWithContainer } from './life-cycle';
import { Lifetime } from './lifetime';
import { type MountedApplication, mountApplications } from './mounting';
import { type ApplicationClass, applicationsOf, bundlesOf } from './services';
import { within } from './within';

type ContainerBundle = LivesWithContainer<Container>;

export interface ContainerOptions extends ProjectOptions {
  /** In place of those listed in `config/services/Application`. */
  readonly applications?: readonly (ApplicationClass | Application)[];
  /** Before those listed in `config/services/Bundle`. */
  readonly bundles?: readonly ContainerBundle[];
  /** Put over `config/container.yml`, key by key: the highest level. */
  readonly configuration?: Record<string, unknown>;
  /** `console` when absent. */
  readonly logger?: Logger;
}

/** A configuration as it is in force: every single value with the file, or `code`, that it came from. */
export interface DescribedConfiguration {
  /** `container`, or the class name of an application. */
  readonly name: string;
  readonly entries: readonly ConfigurationEntry[];
}

/**
 * A server with one or more applications, each at a path of its own.
 *
 * The start: bundles are initialised, applications mounted and started, bundles started, and only then the ports
 * opened. The stop is the reverse: ports first. A failure at any point takes back what was done by then.
 *
 * @see Specification, "Extension points (core layer)"
 */
export class Container {
  readonly logger: Logger;
  readonly #project: Project;
  #configuration?: ContainerConfiguration;
  #connectors: readonly Connector[] = [];
  #mounted: readonly MountedApplication[] = [];
  /** While it is started, starting or stopping. */
  #lifetime?: Lifetime;

  constructor(readonly options: ContainerOptions = {}) {
    this.#project = projectOf(options);
    this.logger = lineLogger(options.logger ?? console);
  }

  /** @throws ConfigurationError naming file and key; also for a key that neither the container nor an application knows */
  get configuration(): ContainerConfiguration {
    this.#configuration ??= this.#readConfiguration(new Set(Object.keys(ContainerConfiguration.keys())));
    return this.#configuration;
  }

  get name(): string {
    return this.configuration.name;
  }

  /** Of the open ports, in the order configured: `http://127.0.0.1:8080`. */
  get addresses(): readonly string[] {
    return this.#connectors.map(({ address }) => address);
  }

  /** From the start on. */
  get applications(): readonly Application[] {
    return this.#mounted.map(({ application }) => application);
  }

  /**
   * @throws ConfigurationError, StartError, or what a bundle, an application or a plugin throws;
   *         StartError STOPPED_DURING_START when it is stopped meanwhile
   */
  async start(): Promise<void> {
    if (this.#lifetime) throw new StartError('ALREADY_STARTED', 'The container');
    const lifetime = new Lifetime('Container');
    this.#lifetime = lifetime;
    const begin = async () => {
      await this.#startBundlesAndApplications(this.#prepare(), lifetime);
      await this.#openPorts(lifetime);
    };
    try {
      await lifetime.start(begin, (failure) => this.logger.error('Taking back the start failed', failure));
    } catch (error) {
      this.#reset(lifetime);
      throw error;
    }
  }

  /**
   * Closes the ports, lets requests in flight finish, then stops bundles and applications, the last one first.
   * During the start, takes the start back; called again, waits for the same stop.
   *
   * @throws StopError for a part that does not end in time, or what a part throws; all others are stopped by then
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

  /** @returns the bundles, in order */
  #prepare(): readonly ContainerBundle[] {
    this.#mount();
    return bundlesOf(this.options.bundles, this.#project, this.configuration.bundles);
  }

  /**
   * The applications with their configuration and mount paths, of which none is started.
   *
   * @throws ConfigurationError, StartError
   */
  inspect(): readonly Application[] {
    if (!this.#lifetime) this.#mount();
    return this.applications;
  }

  #mount(): void {
    const applications = applicationsOf(this.options.applications, this.#project, this.logger);
    const known = [ContainerConfiguration, ...applications.map(configurationClassOf)].flatMap((one) =>
      Object.keys(one.keys()),
    );
    this.#configuration = this.#readConfiguration(new Set(known));
    const { mounts, basePath, server } = this.#configuration;
    const connectors = server.connectors.map(({ scheme, host }) => ({
      scheme,
      host,
      isProxied: server.proxy !== false,
    }));
    this.#mounted = mountApplications(applications, mounts, basePath);
    for (const { application, prefix } of this.#mounted) {
      const { shutdownTimeoutMs } = server;
      application.enterContainer({ mountPath: prefix, parents: this.#layers(), connectors, shutdownTimeoutMs });
    }
  }

  async #startBundlesAndApplications(bundles: readonly ContainerBundle[], lifetime: Lifetime): Promise<void> {
    const stopped = new Set<ContainerBundle>();
    const stopOnce = async (bundle: ContainerBundle) => {
      if (stopped.has(bundle)) return;
      stopped.add(bundle);
      await within(() => bundle.stop(), this.#shutdownTimeoutMs, `${bundle.constructor.name}.stop()`);
    };
    for (const bundle of bundles) {
      await bundle.init(this);
      lifetime.did(() => stopOnce(bundle));
    }
    // A bundle may have written the keys.
    verifyKeys(this.configuration.server.connectors, this.#project.projectRoot);
    for (const application of this.applications) {
      lifetime.did(() => application.stop());
      await application.start();
      lifetime.goOn();
    }
    for (const bundle of bundles) {
      await bundle.start();
      lifetime.did(() => stopOnce(bundle));
    }
  }

  async #openPorts(lifetime: Lifetime): Promise<void> {
    const { server, limits } = this.configuration;
    const host = httpHost({
      mounts: this.#mounted.map(({ prefix, application }) => ({ prefix, served: () => application.served })),
      proxies: Number(server.proxy),
      limits,
      logger: this.logger,
    });
    for (const [index, settings] of server.connectors.entries()) {
      const key = `server.connectors.${index}`;
      const connector = await openConnector(settings, key, limits, this.#project.projectRoot, host);
      lifetime.did(() => connector.close(this.#shutdownTimeoutMs));
      this.#connectors = [...this.#connectors, connector];
    }
    const connectors = this.#connectors;
    const closing = () => connectors.map((connector) => connector.close(this.#shutdownTimeoutMs));
    lifetime.did(async () => void (await Promise.all(closing())));
  }

  get #shutdownTimeoutMs(): number {
    return this.configuration.server.shutdownTimeoutMs;
  }

  #layers(): readonly Layer[] {
    return [...containerLayers(this.#project), codeLayer(this.options.configuration)];
  }

  #readConfiguration(known: ReadonlySet<string>): ContainerConfiguration {
    const [defaults, ...own] = this.#layers() as [Layer, ...Layer[]];
    const mistakes = new Mistakes();
    for (const { origin, values } of own) {
      const unknown = Object.keys(values).filter((name) => !known.has(name));
      mistakes.add(...unknown.map((key) => new ConfigurationError(origin, key, unknownKey(key, known))));
    }
    mistakes.report();
    const keys = new Set(Object.keys(ContainerConfiguration.keys()));
    const layers = [defaults, ...own].map((layer) => pick(layer, (key) => keys.has(key)));
    return Configuration.readLayers(ContainerConfiguration, layers, join(this.#project.configDir, 'container.yml'));
  }

  /** A start that was given up on may end when the next one is on its way. */
  #reset(lifetime: Lifetime): void {
    if (this.#lifetime !== lifetime) return;
    this.#connectors = [];
    this.#mounted = [];
    this.#lifetime = undefined;
  }
}

function unknownKey(key: string, known: ReadonlySet<string>): string {
  const nearest = nearestName(key, known);
  return `no application knows this key: remove it, or correct its name${nearest ? ` (the nearest is "${nearest}")` : ''}.`;
}

function configurationClassOf(application: Application) {
  return (application.constructor as typeof Application).Configuration;
}

/** Invoked when the container is initialised, started and stopped. */
export type Bundle = LivesWithContainer<Container>;

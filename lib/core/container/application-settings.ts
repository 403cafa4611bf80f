import type { OptionKinds } from '../../foundation';
import type { ApplicationConfiguration } from '../config/application-configuration';
import { Configuration } from '../config/configuration';
import type { LogsSection } from '../config/logs-section';
import { type LineLogger, lineLogger } from '../http/line-logger';
import type { Logger, RecordLogger } from '../http/logger';
import { SharedMetrics } from '../http/metrics';
import {
  applicationFile,
  applicationLevels,
  codeLevel,
  containerLevels,
  PROJECT_OPTIONS,
  type Project,
  type ProjectOptions,
  projectOf,
} from './application-files';
import { configureLogger } from './configure-logger';
import { type Placement, STANDALONE } from './placement';

export interface CoreApplicationOptions extends ProjectOptions {
  /** Overrides single keys of the application's file. */
  readonly configuration?: Record<string, unknown>;
  /** `console` when absent. */
  readonly logger?: Logger;
}

export const CORE_APPLICATION_OPTIONS = {
  ...PROJECT_OPTIONS,
  configuration: 'options',
  logger: 'any',
} satisfies OptionKinds<CoreApplicationOptions>;

/** An application class: its name decides the name of the file. */
interface ConfiguredClass {
  readonly name: string;
  readonly Configuration: typeof ApplicationConfiguration;
}

/** The folders, the logger, the placement and the configuration of one application. */
export class ApplicationSettings<C extends ApplicationConfiguration> {
  #project: Project;
  #logger: LineLogger;
  #placement: Placement = STANDALONE;
  /** Of an application without a container. */
  readonly #ownMetrics = new SharedMetrics(false);
  /** Overrides all other levels. */
  #overrides: Record<string, unknown> = {};
  #configuration?: C;

  constructor(
    private readonly Class: ConfiguredClass,
    private readonly options: CoreApplicationOptions,
  ) {
    this.#project = projectOf(options);
    this.#logger = lineLogger(options.logger);
  }

  get project(): Project {
    return this.#project;
  }

  get logger(): RecordLogger {
    return this.#logger;
  }

  get placement(): Placement {
    return this.#placement;
  }

  get metrics(): SharedMetrics {
    return this.#placement.metrics ?? this.#ownMetrics;
  }

  /** Read on first use. */
  get configuration(): C {
    this.#configuration ??= this.#read();
    return this.#configuration;
  }

  override({ configuration, logger, ...folders }: CoreApplicationOptions): void {
    this.#overrides = { ...this.#overrides, ...configuration };
    if (logger) this.#logger = lineLogger(logger);
    this.#project = projectOf({ ...this.#project, ...folders });
    this.#configuration = undefined;
  }

  /** @param keepsConfiguration  for an application that has started with it */
  place(placement: Placement, keepsConfiguration: boolean): void {
    this.#placement = placement;
    if (!keepsConfiguration) this.#configuration = undefined;
  }

  setShutdownTimeout(shutdownTimeoutMs: number): void {
    this.#placement = { ...this.#placement, shutdownTimeoutMs };
  }

  #read(): C {
    const { Configuration: ConfigurationClass, name } = this.Class;
    const file = applicationFile(name, this.#project);
    const parents = this.#placement.parents ?? containerLevels(this.#project);
    const known = new Set(Object.keys(ConfigurationClass.keys()));
    const hasOverrides = Object.keys(this.#overrides).length > 0;
    const code = this.options.configuration ?? (hasOverrides ? {} : undefined);
    const levels = applicationLevels(file, parents, code, known);
    const read = Configuration.readLevels(ConfigurationClass, [...levels, codeLevel(this.#overrides)], file) as C;
    const { logs } = read as C & { readonly logs?: LogsSection };
    if (logs) configureLogger(this.#logger, logs, this.#project.projectRoot);
    return read;
  }
}

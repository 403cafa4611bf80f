import type { DomainClass, ModelMistakes } from '../metadata';
import type { MigrationSettings } from './data-source-configuration';

export interface DataSourceOptions {
  /** The folder of relative SQLite paths, and of the installed driver. */
  readonly projectRoot: string;
  /** The folder of the modules of migrations; the project root by default. */
  readonly moduleRoot?: string;
  readonly log: (line: string) => void;
  /** Receives errors that no caller sees; `console.error` by default. */
  readonly report?: (message: string, error: unknown) => void;
  /** The name of the application, for messages. */
  readonly owner?: string;
  /** The number of processes that serve the application; one by default. */
  readonly workers?: number;
  /** Whether the models are only compared with the tables, so that their columns are not adjusted to these. */
  readonly isCompared?: boolean;
  /** Whether nothing is written. An SQLite file that does not exist is read as an empty database, and not created. */
  readonly isReadOnly?: boolean;
  /** Whether a class is a root with `keyed: false`, whose table may have no primary key. */
  readonly isKeyless?: (type: DomainClass) => boolean;
  /** Collects mistakes of the model instead of throwing them. */
  readonly mistakes?: ModelMistakes;
}

/** The options with their defaults. */
export type DataSourceSettings = DataSourceOptions &
  Required<Pick<DataSourceOptions, 'owner' | 'moduleRoot' | 'isCompared' | 'isReadOnly' | 'isKeyless'>>;

export function settingsFor(options: DataSourceOptions): DataSourceSettings {
  const {
    owner = 'an application',
    moduleRoot = options.projectRoot,
    isCompared = false,
    isReadOnly = false,
    isKeyless = () => false,
  } = options;
  return { ...options, owner, moduleRoot, isCompared, isReadOnly, isKeyless };
}

/** For callers that pass no configuration of migrations. */
export const NO_MIGRATIONS: MigrationSettings = { folder: 'migrations', onStart: false, waitMs: 60_000 };

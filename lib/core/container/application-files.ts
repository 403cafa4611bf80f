import { basename, join, resolve } from 'node:path';
import type { OptionKinds } from '../../foundation';
import { ConfigurationError } from '../config/configuration-error';
import { type ConfigurationLevel, pick } from '../config/configuration-level';
import { containerOnlyKeys } from '../config/container-configuration';
import { packageDefaults, readYamlFile } from '../config/yaml-file';

/** The folders of a project. */
export interface ProjectOptions {
  /** `process.cwd()` when absent; file names in the configuration are relative to it. */
  readonly projectRoot?: string;
  /** The folder of the compiled output, to which module names are relative; the project root when absent. */
  readonly moduleRoot?: string;
  /** When absent, the environment variable `CONFIG_DIR`, else `config` in the project root. */
  readonly configDir?: string;
}

export const PROJECT_OPTIONS = {
  projectRoot: 'name',
  moduleRoot: 'name',
  configDir: 'name',
} satisfies OptionKinds<ProjectOptions>;

/** The absolute paths of a project's folders. */
export type Project = Required<ProjectOptions>;

export function projectOf(options: ProjectOptions): Project {
  const projectRoot = resolve(options.projectRoot ?? process.cwd());
  return {
    projectRoot,
    moduleRoot: resolve(projectRoot, options.moduleRoot ?? '.'),
    configDir: resolve(projectRoot, options.configDir ?? process.env.CONFIG_DIR ?? 'config'),
  };
}

/** The configuration levels below an application: the package's defaults, then `container.yml` if it exists. */
export function containerLevels({ configDir }: Project): readonly ConfigurationLevel[] {
  const own = readYamlFile(join(configDir, 'container.yml'));
  return own ? [packageDefaults(), own] : [packageDefaults()];
}

/** The highest configuration level: values set in code. */
export function codeLevel(values: Record<string, unknown> = {}): ConfigurationLevel {
  return { origin: 'code', values };
}

/** The file of an application: `shop.yml` for `ShopApplication`. */
export function applicationFile(className: string, { configDir }: Project): string {
  const bare = className.replace(/Application$/, '') || className;
  return join(configDir, `${bare.toLowerCase()}.yml`);
}

function remedyFor(file: string): string {
  const isShort = basename(file, '.yml').length <= 3;
  const cause = isShort ? ' (It is named after the class of the application, which a minifier may have renamed.)' : '';
  return `create it with at least "name: ", in snake_case.${cause}`;
}

/**
 * All configuration levels of an application, the lowest first.
 *
 * @param parents  the levels of the container
 * @param known    the keys of the application's configuration class; other keys of the container are ignored
 * @throws ConfigurationError if there is neither a file nor a configuration in code
 */
export function applicationLevels(
  file: string,
  parents: readonly ConfigurationLevel[],
  code: Record<string, unknown> | undefined,
  known: ReadonlySet<string>,
): readonly ConfigurationLevel[] {
  const own = readYamlFile(file);
  if (!own && !code) throw new ConfigurationError(file, '', `the file is missing: ${remedyFor(file)}`);
  const notInherited = new Set(Object.keys(containerOnlyKeys()));
  const inherited = parents.map((layer) => pick(layer, (key) => known.has(key) && !notInherited.has(key)));
  return [...inherited, ...(own ? [own] : []), codeLevel(code)];
}

import { join, resolve } from 'node:path';
import { ConfigurationError } from '../config/configuration-error';
import { containerOnlyKeys } from '../config/container-configuration';
import { type Layer, pick } from '../config/layer';
import { packageDefaults, readYamlFile } from '../config/yaml-file';

/** Where a project keeps things. */
export interface ProjectOptions {
  /** `process.cwd()` when absent; files in configuration are relative to it. */
  readonly projectRoot?: string;
  /** Where module names of configuration are looked up: the compiled output; the project root when absent. */
  readonly moduleRoot?: string;
  /** The environment variable `CONFIG_DIR`, else `config` in the project root, when absent. */
  readonly configDir?: string;
}

/** The same, settled. */
export type Project = Required<ProjectOptions>;

export function projectOf(options: ProjectOptions): Project {
  const projectRoot = resolve(options.projectRoot ?? process.cwd());
  return {
    projectRoot,
    moduleRoot: resolve(projectRoot, options.moduleRoot ?? '.'),
    configDir: resolve(projectRoot, options.configDir ?? process.env.CONFIG_DIR ?? 'config'),
  };
}

/** The levels below an application: the package's defaults, then `container.yml` if there is one. */
export function containerLayers({ configDir }: Project): readonly Layer[] {
  const own = readYamlFile(join(configDir, 'container.yml'));
  return own ? [packageDefaults(), own] : [packageDefaults()];
}

/** Configuration given in code: the highest level. */
export function codeLayer(values: Record<string, unknown> = {}): Layer {
  return { origin: 'code', values };
}

/** `ShopApplication` reads `shop.yml`. */
export function applicationFile(className: string, { configDir }: Project): string {
  const bare = className.replace(/Application$/, '') || className;
  return join(configDir, `${bare.toLowerCase()}.yml`);
}

/**
 * All levels of an application, the lowest first.
 *
 * @param parents  of the container
 * @param known    the keys of the application's configuration class: others of the container concern other rooms
 * @throws ConfigurationError when neither file nor code says anything
 */
export function applicationLayers(
  file: string,
  parents: readonly Layer[],
  code: Record<string, unknown> | undefined,
  known: ReadonlySet<string>,
): readonly Layer[] {
  const own = readYamlFile(file);
  if (!own && !code)
    throw new ConfigurationError(file, '', 'the file is missing: create it with at least "name: ", in snake_case.');
  const notInherited = new Set(Object.keys(containerOnlyKeys()));
  const inherited = parents.map((layer) => pick(layer, (key) => known.has(key) && !notInherited.has(key)));
  return [...inherited, ...(own ? [own] : []), codeLayer(code)];
}

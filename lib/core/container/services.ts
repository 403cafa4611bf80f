import { join } from 'node:path';
import type { Logger } from '../http/logger';
import type { Application, ApplicationOptions } from './application';
import type { Project } from './application-files';
import { StartError } from './errors';
import { loadClass, readServices } from './module-loader';

export type ApplicationClass = new (options?: ApplicationOptions) => Application;

/**
 * The applications of a container: those that are given, as classes or instances, or else those listed in
 * `config/services/Application`.
 *
 * @throws StartError APPLICATION_NOT_FOUND, MODULE_NOT_FOUND, EXPORT_NOT_FOUND
 * @see Specification, "Extension points (core layer)": Application registration
 */
export function applicationsOf(
  given: readonly (ApplicationClass | Application)[] | undefined,
  project: Project,
  logger: Logger,
): readonly Application[] {
  const file = join(project.configDir, 'services', 'Application');
  const listed = () =>
    readServices(file).map((specifier) => loadClass(specifier, project.moduleRoot) as ApplicationClass);
  const applications = given ?? listed();
  if (applications.length === 0) throw new StartError('APPLICATION_NOT_FOUND', file);
  return applications.map((one) => (typeof one === 'function' ? new one({ ...project, logger }) : one));
}

/**
 * The bundles of a container: those that are given, then those listed in `config/services/Bundle`.
 *
 * @param settings by class name
 * @throws StartError BUNDLE_UNKNOWN for settings that no bundle would read
 * @see Specification, "Extension points (core layer)": Bundle
 */
export function bundlesOf<B extends object>(
  given: readonly B[] = [],
  project: Project,
  settings: Readonly<Record<string, unknown>>,
): readonly B[] {
  const listed = readServices(join(project.configDir, 'services', 'Bundle'));
  const loaded = listed.map((specifier) => new (loadClass(specifier, project.moduleRoot))() as B);
  const bundles = [...given, ...loaded];
  const names = bundles.map((bundle) => bundle.constructor.name);
  const unknown = Object.keys(settings).find((name) => !names.includes(name));
  if (unknown) throw new StartError('BUNDLE_UNKNOWN', unknown, names.join(', ') || 'there are none');
  return bundles;
}

import { join } from 'node:path';
import { isClass, Mistakes, nameOfPart, partFault } from '../../foundation';
import type { Logger } from '../http/logger';
import type { Application, CoreApplicationOptions } from './application';
import type { Project } from './application-files';
import { StartError } from './errors';
import { loadClass, readServices } from './module-loader';

export type ApplicationClass = new (options?: CoreApplicationOptions) => Application;

/** Something that is listed or handed over, and where. */
interface Listed {
  /** For messages. */
  readonly place: string;
  readonly part: unknown;
}

/**
 * The applications of a container: those that are given, as classes or instances, or else those listed in
 * `config/services/Application`.
 *
 * @throws StartError APPLICATION_NOT_FOUND, APPLICATION_INVALID, MODULE_NOT_FOUND, EXPORT_NOT_FOUND
 * @see Specification, "Extension points (core layer)": Application registration
 */
export function applicationsOf(
  given: readonly (ApplicationClass | Application)[] | undefined,
  project: Project,
  logger: Logger,
): readonly Application[] {
  const file = join(project.configDir, 'services', 'Application');
  const mistakes = new Mistakes();
  const listed = given ? handedOver(given) : listedIn(file, project, mistakes);
  for (const { place, part } of listed) {
    if (!isApplication(part)) {
      mistakes.add(new StartError('APPLICATION_INVALID', place, nameOfPart(part)));
    }
  }
  mistakes.report();
  if (listed.length === 0) throw new StartError('APPLICATION_NOT_FOUND', file);
  const applications = listed.map(({ part }) => part as ApplicationClass | Application);
  return applications.map((one) => (typeof one === 'function' ? new one({ ...project, logger }) : one));
}

/**
 * The bundles of a container: those that are given, then those listed in `config/services/Bundle`.
 *
 * @param settings by class name
 * @throws StartError BUNDLE_INVALID, MODULE_NOT_FOUND, EXPORT_NOT_FOUND; BUNDLE_UNKNOWN for settings that no bundle
 *         would read
 * @see Specification, "Extension points (core layer)": Bundle
 */
export function bundlesOf<B extends object>(
  given: readonly B[] = [],
  project: Project,
  settings: Readonly<Record<string, unknown>>,
): readonly B[] {
  const mistakes = new Mistakes();
  const listed = listedIn(join(project.configDir, 'services', 'Bundle'), project, mistakes);
  const made = listed.map(({ place, part }) => ({ place, part: isClass(part) ? construct(part) : part }));
  const bundles = [...handedOver(given), ...made];
  for (const { place, part } of bundles) {
    const fault = partFault(part, ['init', 'start', 'stop']);
    if (fault) mistakes.add(new StartError('BUNDLE_INVALID', place, nameOfPart(part), fault));
  }
  mistakes.report();
  const names = bundles.map(({ part }) => (part as B).constructor.name);
  const unknown = Object.keys(settings).filter((name) => !names.includes(name));
  const known = names.join(', ') || 'there are none';
  mistakes.add(...unknown.map((name) => new StartError('BUNDLE_UNKNOWN', name, known)));
  mistakes.report();
  return bundles.map(({ part }) => part as B);
}

function construct(part: object): object {
  return Reflect.construct(part as new () => object, []);
}

function handedOver(given: readonly unknown[]): readonly Listed[] {
  return given.map((part) => ({ place: 'The container', part }));
}

function listedIn(file: string, { moduleRoot }: Project, mistakes: Mistakes): readonly Listed[] {
  const listed: Listed[] = [];
  for (const specifier of readServices(file)) {
    mistakes.collect(() => listed.push({ place: `"${specifier}" of ${file}`, part: loadClass(specifier, moduleRoot) }));
  }
  return listed;
}

/** Whether a class, or an instance, is that of an application; by its methods, as a project may have the package twice. */
export function isApplication(part: unknown): part is ApplicationClass | Application {
  return partFault(isClass(part) ? part.prototype : part, ['start', 'stop', 'enterContainer']) === undefined;
}

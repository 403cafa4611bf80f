import { join } from 'node:path';
import { isClass, Mistakes, nameOfPart, partFault } from '../../foundation';
import type { Logger } from '../http/logger';
import type { Application } from './application';
import type { Project } from './application-files';
import type { CoreApplicationOptions } from './application-settings';
import { StartError } from './errors';
import { loadClass, readServices } from './module-loader';

export type ApplicationClass = new (options?: CoreApplicationOptions) => Application;

/** An application or a bundle before it is checked. */
interface Candidate {
  /** Where it comes from, for messages. */
  readonly place: string;
  readonly part: unknown;
}

/**
 * The applications of a container: those given in code, else those listed in `config/services/Application`.
 *
 * @throws StartError APPLICATION_NOT_FOUND, APPLICATION_INVALID, MODULE_NOT_FOUND, EXPORT_NOT_FOUND
 * @see Specification, "Extension points (core layer)": Application registration
 */
export function applicationsOf(
  given: readonly (ApplicationClass | Application)[] | undefined,
  project: Project,
  logger: Logger,
): readonly Application[] {
  const file = applicationFile(project.configDir);
  const mistakes = new Mistakes();
  const candidates = given ? fromCode(given) : fromFile(file, project, mistakes);
  for (const { place, part } of candidates) {
    if (!isApplication(part)) {
      mistakes.add(new StartError('APPLICATION_INVALID', place, nameOfPart(part)));
    }
  }
  mistakes.report();
  if (candidates.length === 0) throw new StartError('APPLICATION_NOT_FOUND', file);
  const applications = candidates.map(({ part }) => part as ApplicationClass | Application);
  return applications.map((application) =>
    typeof application === 'function' ? new application({ ...project, logger }) : application,
  );
}

/** Whether `config/services/Application` lists more applications than were given in code, as in a test of one of them. */
export function leavesOutListed(given: readonly unknown[] | undefined, { configDir }: Project): boolean {
  return given !== undefined && readServices(applicationFile(configDir)).length > given.length;
}

function applicationFile(configDir: string): string {
  return join(configDir, 'services', 'Application');
}

/**
 * The bundles of a container: those given in code, then those listed in `config/services/Bundle`.
 *
 * @param settings by class name
 * @throws StartError BUNDLE_INVALID, MODULE_NOT_FOUND, EXPORT_NOT_FOUND; BUNDLE_UNKNOWN for settings of no bundle
 * @see Specification, "Extension points (core layer)": Bundle
 */
export function bundlesOf<B extends object>(
  given: readonly B[] = [],
  project: Project,
  settings: Readonly<Record<string, unknown>>,
): readonly B[] {
  const mistakes = new Mistakes();
  const listed = fromFile(join(project.configDir, 'services', 'Bundle'), project, mistakes);
  const instances = listed.map(({ place, part }) => ({ place, part: isClass(part) ? construct(part) : part }));
  const bundles = [...fromCode(given), ...instances];
  for (const { place, part } of bundles) {
    const fault = partFault(part, ['init', 'start', 'stop']);
    if (fault) mistakes.add(new StartError('BUNDLE_INVALID', place, nameOfPart(part), fault));
  }
  mistakes.report();
  const names = bundles.map(({ part }) => (part as B).constructor.name);
  const unknown = Object.keys(settings).filter((name) => !names.includes(name));
  const known = names.join(', ') || 'none';
  mistakes.add(...unknown.map((name) => new StartError('BUNDLE_UNKNOWN', name, known)));
  mistakes.report();
  return bundles.map(({ part }) => part as B);
}

function construct(part: object): object {
  return Reflect.construct(part as new () => object, []);
}

function fromCode(given: readonly unknown[]): readonly Candidate[] {
  return given.map((part) => ({ place: 'The container', part }));
}

function fromFile(file: string, { moduleRoot }: Project, mistakes: Mistakes): readonly Candidate[] {
  const listed: Candidate[] = [];
  for (const specifier of readServices(file)) {
    mistakes.collect(() => listed.push({ place: `"${specifier}" of ${file}`, part: loadClass(specifier, moduleRoot) }));
  }
  return listed;
}

/** Checks for the methods, not for the class: a project may have the package installed twice. */
export function isApplication(part: unknown): part is ApplicationClass | Application {
  return partFault(isClass(part) ? part.prototype : part, ['start', 'stop', 'enterContainer']) === undefined;
}

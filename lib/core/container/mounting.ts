import type { Application } from './application';
import { StartError } from './errors';

export interface MountedApplication {
  readonly application: Application;
  /** With the base path, without a trailing slash; empty at the root. */
  readonly prefix: string;
}

/**
 * Decides the path of each application.
 *
 * @param mounts  paths by class name; a single application needs none and is mounted at `/`
 * @param isPart  whether there may be mounts of other applications
 * @throws StartError MOUNT_MISSING, MOUNT_TAKEN, MOUNT_UNKNOWN
 * @see Specification, "Configuration documents": mounts
 */
export function mountApplications(
  applications: readonly Application[],
  mounts: Readonly<Record<string, string>>,
  basePath: string,
  isPart = false,
): readonly MountedApplication[] {
  if (!isPart) checkNames(applications, mounts);
  const mounted = applications.map((application) => ({
    application,
    prefix: join(basePath, mountOf(application, mounts, applications)),
  }));
  const taken = new Map<string, Application>();
  for (const { application, prefix } of mounted) {
    const other = taken.get(prefix);
    if (other) throw new StartError('MOUNT_TAKEN', prefix || '/', nameOf(other), nameOf(application));
    taken.set(prefix, application);
  }
  return mounted;
}

/** One application may have no path: it is mounted at `/`. */
function mountOf(
  application: Application,
  mounts: Readonly<Record<string, string>>,
  applications: readonly Application[],
): string {
  const path = mounts[nameOf(application)];
  if (path !== undefined) return path;
  const others = applications.filter((other) => other !== application && mounts[nameOf(other)] === undefined);
  if (others.length > 0) throw new StartError('MOUNT_MISSING', nameOf(application));
  return '/';
}

function checkNames(applications: readonly Application[], mounts: Readonly<Record<string, string>>): void {
  const names = applications.map(nameOf);
  const unknown = Object.keys(mounts).find((name) => !names.includes(name));
  if (unknown) throw new StartError('MOUNT_UNKNOWN', unknown, names.join(', '));
}

function nameOf(application: Application): string {
  return application.constructor.name;
}

function join(...paths: readonly string[]): string {
  const segments = paths.flatMap((path) => path.split('/')).filter(Boolean);
  return segments.map((segment) => `/${encodeURI(segment)}`).join('');
}

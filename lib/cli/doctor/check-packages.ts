import { findPackage } from '../../foundation';
import { ownManifest } from '../own-package';
import type { Finding } from './finding';

/** Finds peers that are installed in a version other than those that this package is tested with. */
export function checkPackages(projectRoot: string): readonly Finding[] {
  const { peerDependencies } = ownManifest();
  return Object.entries(peerDependencies).flatMap(([name, range]) => {
    const installed = findPackage(name, projectRoot);
    if (!installed || meetsCaret(installed.version, range)) return [];
    return [
      {
        code: 'PACKAGE_UNTESTED',
        level: 'warning',
        place: `${name} ${installed.version}`,
        problem: `koaggregate is tested with ${name} ${range}.`,
        remedy: `npm install ${name}@${range}`,
      },
    ];
  });
}

/** Whether a version is in a range such as `^3.24.5`: of the same major version, and not older. */
function meetsCaret(version: string, range: string): boolean {
  const [installed, least] = [version, range.slice(1)].map((text) => text.split('-')[0]!.split('.').map(Number));
  if (installed![0] !== least![0]) return false;
  const differs = least!.findIndex((part, index) => part !== installed![index]);
  return differs === -1 || installed![differs]! > least![differs]!;
}

import { findPackage } from '../../foundation';
import { ownManifest } from '../own-package';
import type { Finding } from './finding';

/** Finds peer dependencies whose installed version is outside the tested range. */
export function checkPackages(projectRoot: string): readonly Finding[] {
  const { peerDependencies } = ownManifest();
  return Object.entries(peerDependencies).flatMap(([name, range]) => {
    const installed = findPackage(name, projectRoot);
    const alternatives = range.split(' || ');
    if (!installed || alternatives.some((caret) => meetsCaret(installed.version, caret))) return [];
    const recommended = alternatives.find((caret) => majorOf(caret.slice(1)) === majorOf(installed.version));
    return [
      {
        code: 'PACKAGE_UNTESTED',
        level: 'warning',
        place: `${name} ${installed.version}`,
        problem: `koaggregate is tested with ${name} ${range}.`,
        remedy: `npm install ${name}@${recommended ?? alternatives.at(-1)}`,
      },
    ];
  });
}

/** Whether a version satisfies a caret range such as `^3.24.5`. */
function meetsCaret(version: string, range: string): boolean {
  const [installed, minimum] = [version, range.slice(1)].map((text) => text.split('-')[0]!.split('.').map(Number));
  if (installed![0] !== minimum![0]) return false;
  const index = minimum!.findIndex((number, position) => number !== installed![position]);
  return index === -1 || installed![index]! > minimum![index]!;
}

const majorOf = (version: string) => version.split('.')[0];

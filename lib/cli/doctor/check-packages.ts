import { findPackage, isInRange, isTooOld, nearestRange } from '../../foundation';
import { ownManifest } from '../own-package';
import type { Finding } from './finding';
import { advisoryOf } from './package-advisories';

/**
 * Finds peer dependencies whose installed version is too old for the start, or later than the tested ones, or has a fault
 * that is known to be one of security.
 */
export function checkPackages(projectRoot: string): readonly Finding[] {
  const { peerDependencies } = ownManifest();
  return Object.entries(peerDependencies).flatMap(([name, range]) => {
    const version = findPackage(name, projectRoot)?.version;
    if (version === undefined) return [];
    return isInRange(version, range) ? vulnerable(name, version) : [outside(name, version, range)];
  });
}

function outside(name: string, version: string, range: string): Finding {
  const place = `${name} ${version}`;
  const remedy = `npm install ${name}@${nearestRange(version, range)}`;
  return isTooOld(version, range)
    ? { code: 'PACKAGE_TOO_OLD', level: 'error', place, problem: `koaggregate needs ${name} ${range}.`, remedy }
    : {
        code: 'PACKAGE_UNTESTED',
        level: 'warning',
        place,
        problem: `koaggregate is tested with ${name} ${range}.`,
        remedy,
      };
}

function vulnerable(name: string, version: string): Finding[] {
  const advisory = advisoryOf(name, version);
  if (!advisory) return [];
  const { id, effect, fixedIn } = advisory;
  return [
    {
      code: 'PACKAGE_VULNERABLE',
      level: 'warning',
      place: `${name} ${version}`,
      problem: `${id}: ${effect}. koaggregate does not use it in that way, but your code may.`,
      remedy: `npm install ${name}@^${fixedIn}`,
    },
  ];
}

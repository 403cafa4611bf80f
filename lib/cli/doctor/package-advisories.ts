import { isInRange } from '../../foundation';

/** A fault of the versions of a package before those that fix it, one for each major version that was fixed. */
interface Advisory {
  readonly id: string;
  readonly effect: string;
  readonly fixed: readonly string[];
}

/** The advisory of each package that is fixed last, among those for versions in the range of the peer dependency. */
const ADVISORIES: Readonly<Record<string, Advisory>> = {
  koa: {
    id: 'CVE-2026-27959',
    effect: 'ctx.hostname returns what a client writes into the header Host',
    fixed: ['2.16.4', '3.1.2'],
  },
  mysql2: {
    id: 'CVE-2024-21512',
    effect: 'the option nestTables, with names of tables from a client, changes the prototype of all objects',
    fixed: ['3.9.8'],
  },
};

/** The advisory that holds for a version, with the nearest version that fixes it. */
export function advisoryOf(name: string, version: string): (Omit<Advisory, 'fixed'> & { fixedIn: string }) | undefined {
  const { fixed, ...advisory } = ADVISORIES[name] ?? {};
  if (!fixed) return undefined;
  const major = Number.parseInt(version, 10);
  const later = fixed.filter((one) => Number.parseInt(one, 10) >= major);
  const fixedIn = later[0];
  return fixedIn === undefined || isInRange(version, `^${fixedIn}`)
    ? undefined
    : { ...(advisory as Advisory), fixedIn };
}

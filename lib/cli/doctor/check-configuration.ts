import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Container, DescribedConfiguration } from '../../core';
import { originOf } from '../origin-of';
import type { Finding } from './finding';

/** Keys that have no effect as long as another key has a certain value. */
const SWITCHES: readonly { readonly keys: RegExp; readonly by: string; readonly off: unknown }[] = [
  { keys: /^idempotency\.(?!key$)/, by: 'idempotency.key', off: 'off' },
  { keys: /^db\.migrations\.waitMs$/, by: 'db.migrations.onStart', off: false },
  { keys: /^security\.publicPaths/, by: 'security.authenticate', off: 'whereNeeded' },
  { keys: /^apidocs\.(?!serve$)/, by: 'apidocs.serve', off: 'none' },
  { keys: /^admin\.permissions/, by: 'admin.routes', off: 'off' },
];

/** Finds values of files that no application can ever see. */
export function checkConfiguration(container: Container): readonly Finding[] {
  const [own, ...applications] = container.describe();
  return [...applications.flatMap(switchedOff), ...(own ? overridden(own, applications) : []), ...unread(container)];
}

function switchedOff({ name, entries }: DescribedConfiguration): readonly Finding[] {
  const known = (key: string) => entries.find((entry) => entry.key === key)?.value;
  return SWITCHES.flatMap(({ keys, by, off }) => {
    if (known(by) !== off) return [];
    const idle = entries.filter((entry) => keys.test(entry.key) && isFromFile(entry.origin));
    return idle.map((entry) => unreachable(`${name}: ${entry.key}`, entry.origin, `${by} is ${JSON.stringify(off)}`));
  });
}

/** A value of the container that every application replaces. */
function overridden(own: DescribedConfiguration, applications: readonly DescribedConfiguration[]): readonly Finding[] {
  const shared = own.entries.filter(({ key, origin }) => isFromFile(origin) && isInherited(key));
  return shared
    .filter(({ key, origin }) => applications.length > 0 && applications.every(replaces(key, origin)))
    .map(({ key, origin }) => unreachable(`${own.name}: ${key}`, origin, 'every application overrides it'));
}

function replaces(key: string, origin: string): (one: DescribedConfiguration) => boolean {
  return ({ entries }) => entries.some((entry) => entry.key === key && entry.origin !== origin);
}

/** Limits hold for the server of the container as well, but for the two of bodies. */
function isInherited(key: string): boolean {
  return key === 'defaultMediaType' || key === 'limits.body' || key === 'limits.upload';
}

/** Files beside that of the container which no application reads. */
function unread(container: Container): readonly Finding[] {
  const configDir = container.applications[0]?.project.configDir;
  if (configDir === undefined) return [];
  const origins = container.describe().flatMap(({ entries }) => entries.map(({ origin }) => origin));
  const read = new Set([...origins.map((origin) => basename(origin)), 'container.yml']);
  const files = filesIn(configDir).filter((name) => name.endsWith('.yml') && !read.has(name));
  return files.map((name) => ({
    code: 'CONFIGURATION_UNREAD',
    level: 'warning',
    place: originOf({ origin: join(configDir, name) }),
    problem: 'No application reads the file.',
    remedy: 'Name it after the class of the application (ShopApplication reads shop.yml), or delete it.',
  }));
}

function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function isFromFile(origin: string): boolean {
  return /[\\/]/.test(origin) && !origin.endsWith('defaults.yml');
}

function unreachable(place: string, origin: string, reason: string): Finding {
  return {
    code: 'KEY_UNREACHABLE',
    level: 'warning',
    place: `${place} (${originOf({ origin })})`,
    problem: `The key has no effect: ${reason}.`,
    remedy: 'Remove the key, or the one that disables it.',
  };
}

import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Container, DescribedConfiguration } from '../../core';
import { originOf } from '../origin-of';
import type { Finding } from './finding';

/** Keys that have no effect while the key `by` has the value `off`. */
const SWITCHES: readonly { readonly keys: RegExp; readonly by: string; readonly off: unknown }[] = [
  { keys: /^idempotency\.(?!key$)/, by: 'idempotency.key', off: 'off' },
  { keys: /^db\.migrations\.waitMs$/, by: 'db.migrations.onStart', off: false },
  { keys: /^security\.publicPaths/, by: 'security.authenticate', off: 'whenRequired' },
  { keys: /^apidocs\.(?!serve$)/, by: 'apidocs.serve', off: 'none' },
  { keys: /^admin\.permissions/, by: 'admin.routes', off: 'off' },
];

/** Finds configuration values that have no effect, and files that no application reads. */
export function checkConfiguration(container: Container): readonly Finding[] {
  const [own, ...applications] = container.describe();
  return [...applications.flatMap(switchedOff), ...(own ? overridden(own, applications) : []), ...unread(container)];
}

function switchedOff({ name, entries }: DescribedConfiguration): readonly Finding[] {
  const currentValue = (key: string) => entries.find((entry) => entry.key === key)?.value;
  return SWITCHES.flatMap(({ keys, by, off }) => {
    if (currentValue(by) !== off) return [];
    const idle = entries.filter((entry) => keys.test(entry.key) && isFromFile(entry.origin));
    return idle.map((entry) => unreachable(`${name}: ${entry.key}`, entry.origin, `${by} is ${JSON.stringify(off)}`));
  });
}

/** Values of the container that every application overrides. */
function overridden(own: DescribedConfiguration, applications: readonly DescribedConfiguration[]): readonly Finding[] {
  const shared = own.entries.filter(({ key, origin }) => isFromFile(origin) && isInherited(key));
  return shared
    .filter(({ key, origin }) => applications.length > 0 && applications.every(overrides(key, origin)))
    .map(({ key, origin }) => unreachable(`${own.name}: ${key}`, origin, 'every application overrides it'));
}

function overrides(key: string, origin: string): (application: DescribedConfiguration) => boolean {
  return ({ entries }) => entries.some((entry) => entry.key === key && entry.origin !== origin);
}

/** Whether only applications use the key; the other limits also apply to the server of the container. */
function isInherited(key: string): boolean {
  return key === 'defaultMediaType' || key === 'limits.body' || key === 'limits.upload';
}

/** Files that neither the container nor an application reads. */
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

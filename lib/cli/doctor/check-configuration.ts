import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Container, DescribedConfiguration } from '../../core';
import { originOf } from '../origin-of';
import type { Finding } from './finding';

/** Keys that have no effect while another key has a certain value. */
interface DisabledKeys {
  readonly keys: RegExp;
  readonly disabledBy: string;
  readonly value: unknown;
}

const DISABLED_KEYS: readonly DisabledKeys[] = [
  { keys: /^idempotency\.(?!key$)/, disabledBy: 'idempotency.key', value: 'off' },
  { keys: /^db\.migrations\.waitMs$/, disabledBy: 'db.migrations.onStart', value: false },
  { keys: /^security\.publicPaths/, disabledBy: 'security.authenticate', value: 'whenRequired' },
  { keys: /^apidocs\.(?!serve$)/, disabledBy: 'apidocs.serve', value: 'none' },
  { keys: /^admin\.permissions/, disabledBy: 'admin.routes', value: 'off' },
];

/** Finds configuration values that have no effect, and files that no application reads. */
export function checkConfiguration(container: Container): readonly Finding[] {
  const [own, ...applications] = container.describe();
  return [
    ...applications.flatMap(disabledKeys),
    ...(own ? overriddenKeys(own, applications) : []),
    ...unreadFiles(container),
  ];
}

function disabledKeys({ name, entries }: DescribedConfiguration): readonly Finding[] {
  const currentValue = (key: string) => entries.find((entry) => entry.key === key)?.value;
  return DISABLED_KEYS.flatMap(({ keys, disabledBy, value }) => {
    if (currentValue(disabledBy) !== value) return [];
    const disabled = entries.filter(({ key, origin }) => keys.test(key) && isFromFile(origin));
    const reason = `${disabledBy} is ${JSON.stringify(value)}`;
    return disabled.map(({ key, origin }) => withoutEffect(`${name}: ${key}`, origin, reason));
  });
}

/** Values of the container that every application overrides. */
function overriddenKeys(
  own: DescribedConfiguration,
  applications: readonly DescribedConfiguration[],
): readonly Finding[] {
  const shared = own.entries.filter(({ key, origin }) => isFromFile(origin) && isUsedByApplicationsOnly(key));
  return shared
    .filter(({ key, origin }) => applications.length > 0 && applications.every(overrides(key, origin)))
    .map(({ key, origin }) => withoutEffect(`${own.name}: ${key}`, origin, 'every application overrides it'));
}

function overrides(key: string, origin: string): (application: DescribedConfiguration) => boolean {
  return ({ entries }) => entries.some((entry) => entry.key === key && entry.origin !== origin);
}

/** The other limits also apply to the server of the container. */
function isUsedByApplicationsOnly(key: string): boolean {
  return USED_BY_APPLICATIONS.some((own) => key === own || key.startsWith(`${own}.`));
}

const USED_BY_APPLICATIONS = [
  'defaultMediaType',
  'limits.body',
  'limits.upload',
  'limits.deadlineMs',
  'limits.concurrency',
  'limits.queueMs',
];

/** Files that neither the container nor an application reads. */
function unreadFiles(container: Container): readonly Finding[] {
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

function withoutEffect(place: string, origin: string, reason: string): Finding {
  return {
    code: 'KEY_UNREACHABLE',
    level: 'warning',
    place: `${place} (${originOf({ origin })})`,
    problem: `The key has no effect: ${reason}.`,
    remedy: 'Remove the key, or the one that disables it.',
  };
}

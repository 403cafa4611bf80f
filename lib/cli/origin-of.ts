import { relative } from 'node:path';
import type { ConfigurationEntry } from '../core';

/** The origin of a configuration value: `defaults`, `code`, or a file, relative to the current folder. */
export function originOf({ origin }: Pick<ConfigurationEntry, 'origin'>): string {
  if (!/[\\/]/.test(origin)) return origin;
  return origin.endsWith('defaults.yml') ? 'defaults' : relative(process.cwd(), origin);
}

import { parseArgs } from 'node:util';
import { type LoadGenerator, loadGeneratorOf } from './load/load-generator';
import type { Variant } from './variants/variant';
import { variantsOf } from './variants/variants';

export interface Settings {
  /** Each workload is measured once per round and server, after a round that only warms up. */
  readonly rounds: number;
  /** Multiplies the number of requests of every workload. */
  readonly scale: number;
  /** Parts of the names of workloads to run; all if empty. "delete" also needs "create one". */
  readonly only: readonly string[];
  /** The client that sends the measured requests. */
  readonly load: LoadGenerator;
  /** The folder for CPU profiles of the servers; none by default. */
  readonly profileDir?: string;
  /** The Node.js binary for the servers; by default the current one. */
  readonly node?: string;
  /** The variants of the model, one after the other. */
  readonly variants: readonly Variant[];
  /** Measures growth instead of the workloads. */
  readonly isGrowth: boolean;
  /** The URL of a database server; without it, a SQLite file is used. */
  readonly serverUrl?: string;
}

const DEFAULT = { rounds: 4, scale: 1 };
const QUICK = { rounds: 2, scale: 0.25 };

/** @throws Error for an unknown option, variant or client */
export function readSettings(args: readonly string[], env: NodeJS.ProcessEnv): Settings {
  const options = {
    quick: { type: 'boolean' },
    client: { type: 'string' },
    profile: { type: 'string' },
    node: { type: 'string' },
    growth: { type: 'boolean' },
    variants: { type: 'string', default: 'plain' },
    only: { type: 'string', multiple: true },
  } as const;
  const { values } = parseArgs({ args: [...args], options });
  const { quick, profile, node, growth: isGrowth = false, only = [] } = values;
  return {
    ...(quick ? QUICK : DEFAULT),
    variants: variantsOf(values.variants),
    only,
    load: loadGeneratorOf(values.client),
    profileDir: profile,
    node,
    isGrowth,
    serverUrl: env.BENCH_URL,
  };
}

import { parseArgs } from 'node:util';

export interface Settings {
  /** Each workload is measured once a round for each server, after one round that is not counted. */
  readonly rounds: number;
  /** Multiplies the number of requests of every workload. */
  readonly scale: number;
  /** Parts of the names of the workloads to run; all when there are none. "delete" needs "create one" beside it. */
  readonly only: readonly string[];
  /** Where the servers leave a CPU profile each; none by default. */
  readonly profileDir?: string;
  /** The Node.js that runs the servers; the one that runs the bench by default. */
  readonly node?: string;
  /** How cost grows with what is asked for, in place of the workloads. */
  readonly isGrowth: boolean;
  /** Of a database server; SQLite in a temporary file when absent. */
  readonly serverUrl?: string;
}

const DEFAULT = { rounds: 4, scale: 1 };
const QUICK = { rounds: 2, scale: 0.25 };

/** @throws TypeError for an option that is not known */
export function readSettings(args: readonly string[], env: NodeJS.ProcessEnv): Settings {
  const options = {
    quick: { type: 'boolean' },
    profile: { type: 'string' },
    node: { type: 'string' },
    growth: { type: 'boolean' },
    only: { type: 'string', multiple: true },
  } as const;
  const { values } = parseArgs({ args: [...args], options });
  const { quick, profile, node, growth: isGrowth = false, only = [] } = values;
  return { ...(quick ? QUICK : DEFAULT), only, profileDir: profile, node, isGrowth, serverUrl: env.BENCH_URL };
}

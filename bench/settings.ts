import { parseArgs } from 'node:util';

export interface Settings {
  /** Each scenario is measured once a round for each server, after one round that is not counted. */
  readonly rounds: number;
  /** Multiplies the number of requests of every scenario. */
  readonly scale: number;
  /** Parts of the names of the scenarios to run; all when there are none. "delete" needs "create one" beside it. */
  readonly only: readonly string[];
  /** Where the servers leave a CPU profile each; none by default. */
  readonly profileDir?: string;
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
    only: { type: 'string', multiple: true },
  } as const;
  const { values } = parseArgs({ args: [...args], options });
  const { quick, profile, only = [] } = values;
  return { ...(quick ? QUICK : DEFAULT), only, profileDir: profile, serverUrl: env.BENCH_URL };
}

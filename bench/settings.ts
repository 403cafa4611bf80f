import { parseArgs } from 'node:util';

export interface Settings {
  /** Each scenario is measured once a round for each server, after one round that is not counted. */
  readonly rounds: number;
  /** Multiplies the number of requests of every scenario. */
  readonly scale: number;
  /** Where the servers leave a CPU profile each; none by default. */
  readonly profileDir?: string;
  /** Of a database server; SQLite in a temporary file when absent. */
  readonly serverUrl?: string;
}

const DEFAULT = { rounds: 5, scale: 1 };
const QUICK = { rounds: 2, scale: 0.25 };

/** @throws TypeError for an option that is not known */
export function readSettings(args: readonly string[], env: NodeJS.ProcessEnv): Settings {
  const options = { quick: { type: 'boolean' }, profile: { type: 'string' } } as const;
  const { values } = parseArgs({ args: [...args], options });
  return { ...(values.quick ? QUICK : DEFAULT), profileDir: values.profile, serverUrl: env.BENCH_URL };
}

import { parseArgs } from 'node:util';
import { type LoadGenerator, loadGeneratorOf } from './load/load-generator';
import type { Variant } from './variants/variant';
import { variantsOf } from './variants/variants';

export interface Settings {
  /** How often everything is measured, each time with new servers and databases. */
  readonly runs: number;
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
  /** Measures also the requests beside the workloads. */
  readonly withExtras: boolean;
  /** The Markdown file whose figures are replaced; none by default. */
  readonly write?: string;
  /** The file for the results of all runs, as JSON. */
  readonly results?: string;
  /** Prints the results of such a file instead of measuring. */
  readonly report?: string;
  /** The URL of a database server; without it, a SQLite file is used. */
  readonly serverUrl?: string;
}

const DEFAULT = { rounds: 4, scale: 1 };
const QUICK = { rounds: 2, scale: 0.25 };

/** @throws Error for an unknown option, variant or client, or a number that is none */
export function readSettings(args: readonly string[], env: NodeJS.ProcessEnv): Settings {
  const options = {
    quick: { type: 'boolean' },
    client: { type: 'string' },
    profile: { type: 'string' },
    node: { type: 'string' },
    growth: { type: 'boolean' },
    extras: { type: 'boolean' },
    variants: { type: 'string', default: 'plain' },
    only: { type: 'string', multiple: true },
    runs: { type: 'string', default: '1' },
    rounds: { type: 'string' },
    scale: { type: 'string' },
    write: { type: 'string' },
    results: { type: 'string' },
    report: { type: 'string' },
  } as const;
  const { values } = parseArgs({ args: [...args], options });
  const { quick, profile, node, growth: isGrowth = false, extras: withExtras = false, only = [] } = values;
  const usual = quick ? QUICK : DEFAULT;
  return {
    runs: positive('runs', values.runs),
    rounds: positive('rounds', values.rounds ?? usual.rounds),
    scale: positive('scale', values.scale ?? usual.scale),
    variants: variantsOf(values.variants),
    only,
    load: loadGeneratorOf(values.client),
    profileDir: profile,
    node,
    isGrowth,
    withExtras,
    write: values.write,
    results: values.results,
    report: values.report,
    serverUrl: env.BENCH_URL,
  };
}

function positive(option: string, text: string | number): number {
  const number = Number(text);
  if (number > 0) return number;
  throw new Error(`--${option} ${text} is not a positive number.`);
}

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Twice the input may take twice the time, plus a margin for noise. */
export const MOST_GROWTH = 2.6;

/** A reader that is measured with adversarial text. */
export interface Measured {
  readonly name: string;
  /** The text, or other input, of a size. */
  readonly input: (n: number) => unknown;
  /** May throw. */
  readonly read: (input: never) => unknown;
  /** The largest size that a client could send, or one that takes some milliseconds. */
  readonly most: number;
  /** The largest size that can be measured, if it is above that one. */
  readonly largest?: number;
}

/** The time at a size and at twice the size. */
export interface CpuGrowth {
  readonly name: string;
  readonly n: number;
  /** CPU time of the process, the lowest of several runs, in ms. */
  readonly atN: number;
  readonly atDouble: number;
  /** How often the size was doubled between the two measurements; once when absent. */
  readonly doublings?: number;
}

/** Long enough to be distinguished from noise. Slow code reaches it at a small size, so that no measurement takes long. */
const ENOUGH_MS = 5;
const BEARABLE_MS = 100;
const FIRST_SIZE = 256;
const FIRST_RUNS = 3;
const MOST_REPEATS = 400;
/** Below or above these, two runs are enough: noise in both would have to hide half of a fourfold growth, or double it. */
const [CLEARLY_LINEAR, CLEARLY_MORE] = [2.3, 3.6];
const MOST_ROUNDS = 7;
/** Of a size that is not rejected at once. */
const LEAST_GROWTH = 1.5;
/** Other load, or a run of the garbage collector, does not affect four pairs of sizes. */
const MOST_PAIRS = 4;

/** At the largest size, less than this is the time of the memory, not of the code. */
const LEAST_MS = 0.4;

type Costs = Omit<CpuGrowth, 'name' | 'n'>;

/** The factor by which the time grows when the size doubles. */
export function growthOf({ atN, atDouble, doublings = 1 }: Costs): number {
  const growth = atDouble / Math.max(atN, LEAST_MS / 2 ** (doublings - 1));
  return growth ** (1 / doublings);
}

/**
 * Measures at a size that takes some milliseconds, and at twice the size.
 *
 * Code that is slow is so between all sizes above that one, and more so the larger they are: growth that is too high is
 * measured between others, too, and the lowest one counts. Without larger ones, between half that size and that one:
 * there, the garbage collector may not yet copy all the data that a run allocates.
 *
 * Where texts become too large for the space of small objects, one step can cost eight times as much, so larger ones are
 * measured than a client could send. A size that is rejected at once does not count.
 */
export async function cpuGrowth(measured: Measured): Promise<CpuGrowth> {
  const { n: first, cost } = await sizeFor(measured);
  let lowest = await growthAt(first, measured, cost);
  for (let pair = 1, n = first; pair < MOST_PAIRS && growthOf(lowest) >= MOST_GROWTH; pair++) {
    n = n * 4 <= (measured.largest ?? measured.most) ? n * 2 : lowerSize(first, cost);
    // Otherwise a large heap may be marked during the larger runs only.
    collectGarbage();
    const growth = await growthAt(n, measured, await warmCost(measured.read, measured.input(n)));
    const isRejected = 2 * n > measured.most && growthOf(growth) < LEAST_GROWTH;
    if (!isRejected && growthOf(growth) < growthOf(lowest)) lowest = growth;
    if (growth.atDouble > BEARABLE_MS) break;
  }
  return growthOf(lowest) < MOST_GROWTH ? lowest : meanGrowth(first, measured);
}

/** The size itself if a run at half of it is too short to be measured. */
function lowerSize(n: number, cost: number): number {
  return cost < 4 * LEAST_MS ? n : Math.floor(n / 2);
}

/**
 * The growth of one doubling in the mean of three. Where the data outgrows a cache, or a string the space for small ones,
 * one step costs up to three times as much and the next ones twice: code that takes quadratic time grows fourfold at each.
 */
async function meanGrowth(n: number, measured: Measured): Promise<CpuGrowth> {
  const smallest = Math.max(1, Math.floor(n / 4));
  const cost = await warmCost(measured.read, measured.input(smallest));
  return { name: measured.name, n: smallest, ...(await costsAt(smallest, DOUBLINGS, measured, cost)) };
}

const DOUBLINGS = 3;

interface Size {
  readonly n: number;
  /** Of one run, in ms. */
  readonly cost: number;
}

async function sizeFor({ input, read, most }: Measured): Promise<Size> {
  let n = Math.min(FIRST_SIZE, most / 2);
  // Compiling takes more than one run, and would count as fixed cost.
  let cost = await warmCost(read, input(n), FIRST_RUNS);
  // The fixed cost of a request does not depend on its size.
  const enough = ENOUGH_MS + 3 * cost;
  while (cost < enough && n * 2 < most) {
    n = Math.min(n * 4, most / 2);
    cost = await warmCost(read, input(n));
  }
  return { n, cost };
}

async function growthAt(n: number, measured: Measured, cost: number): Promise<CpuGrowth> {
  return { name: measured.name, n, ...(await costsAt(n, 1, measured, cost)) };
}

/** The lowest of several runs at each of two sizes, in ms, where the first run at the smaller one has been measured. */
async function costsAt(n: number, doublings: number, { input, read }: Measured, cost: number): Promise<Costs> {
  const [small, large] = [input(n), input(n * 2 ** doublings)];
  const repeats = Math.min(MOST_REPEATS, Math.ceil(ENOUGH_MS / Math.max(cost, 0.01)));
  // They take as long as those of the smaller size if the time is linear, and not hundreds of times as long if it is not.
  const largeRepeats = Math.ceil(repeats / 2 ** doublings);
  let costs = { atN: cost, atDouble: Number.POSITIVE_INFINITY, doublings };
  for (let round = 0; round < MOST_ROUNDS; round++) {
    if (isClear(growthOf(costs), round)) break;
    const atN = await cpuOf(read, small, repeats);
    const atDouble = await cpuOf(read, large, largeRepeats);
    costs = {
      atN: Math.min(costs.atN, atN / repeats),
      atDouble: Math.min(costs.atDouble, atDouble / largeRepeats),
      doublings,
    };
  }
  return costs;
}

/** Noise in one run of the larger size could make the growth appear higher, but not lower. */
function isClear(growth: number, rounds: number): boolean {
  return growth < CLEARLY_LINEAR || (rounds > 1 && growth > CLEARLY_MORE);
}

/** Excludes the time of compiling at first. */
async function warmCost(read: Measured['read'], input: unknown, runs = 1): Promise<number> {
  await attempt(read, input);
  let lowest = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs; run++) lowest = Math.min(lowest, await cpuOf(read, input, 1));
  return lowest;
}

setFlagsFromString('--expose-gc');
const collectGarbage: (options?: { type: 'minor' }) => void = runInNewContext('gc');

async function cpuOf(read: Measured['read'], input: unknown, repeats: number): Promise<number> {
  // Otherwise a run collects the garbage of another.
  collectGarbage({ type: 'minor' });
  const before = process.cpuUsage();
  for (let count = 0; count < repeats; count++) await attempt(read, input);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** A rejected input counts as read. */
async function attempt(read: Measured['read'], input: unknown): Promise<void> {
  try {
    await read(input as never);
  } catch {
    // The input has been read nevertheless.
  }
}

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Twice the input may cost twice the time, and a little for what is measured besides. */
export const MOST_GROWTH = 2.6;

/** What is fed with adversarial text. */
export interface Fed {
  readonly name: string;
  /** The text, or what else is fed, at a size. */
  readonly input: (n: number) => unknown;
  /** May refuse, that is throw. */
  readonly read: (input: never) => unknown;
  /** The largest size: what a client could send, and not less than takes some milliseconds. */
  readonly most: number;
}

/** What it costs at a size and at the double of it. */
export interface CpuGrowth {
  readonly name: string;
  readonly n: number;
  /** CPU time of the process, the lowest of at least five runs, in ms. */
  readonly atN: number;
  readonly atDouble: number;
  /** How often the size was doubled between the two; once when absent. */
  readonly doublings?: number;
}

/** Enough at `n` to be told from noise; code that is slow reaches it at a small size, so that no measure takes long. */
const ENOUGH_MS = 5;
const BEARABLE_MS = 100;
const FIRST_SIZE = 256;
const MOST_REPEATS = 400;
const ROUNDS = 5;
/** What else the machine does, or a step of the garbage collector between two sizes, is not met at four pairs of sizes. */
const MOST_PAIRS = 4;

/** At the largest size, less than this says nothing: it is the time of the memory, not of the code. */
const LEAST_MS = 0.4;

/** How many times more the double takes. */
export function growthOf({ atN, atDouble, doublings = 1 }: Omit<CpuGrowth, 'name' | 'n'>): number {
  const growth = atDouble / Math.max(atN, LEAST_MS / 2 ** (doublings - 1));
  return growth ** (1 / doublings);
}

/**
 * Measures at a size that takes some milliseconds, and at the double of it.
 *
 * Code that is slow is so between all sizes above that one, and more so the larger they are: growth that is too high is
 * measured between others, too, and the lowest one counts.
 */
export async function cpuGrowth(fed: Fed): Promise<CpuGrowth> {
  const first = await sizeFor(fed);
  let lowest = await growthAt(first, fed);
  for (let pair = 1, n = first; pair < MOST_PAIRS && growthOf(lowest) >= MOST_GROWTH; pair++) {
    n = n * 4 <= fed.most ? n * 2 : first;
    const growth = await growthAt(n, fed);
    if (growthOf(growth) < growthOf(lowest)) lowest = growth;
    if (growth.atDouble > BEARABLE_MS) break;
  }
  return growthOf(lowest) < MOST_GROWTH ? lowest : meanGrowth(first, fed);
}

/**
 * The growth of one doubling in the mean of three. Where the data outgrows a cache, or a string the space for small ones,
 * one step costs up to three times as much and the next ones twice: code that takes quadratic time grows fourfold at each.
 */
async function meanGrowth(n: number, fed: Fed): Promise<CpuGrowth> {
  const smallest = Math.max(1, Math.floor(n / 4));
  const [atN, atDouble] = await costsAt(smallest, smallest * 2 ** DOUBLINGS, fed);
  return { name: fed.name, n: smallest, atN, atDouble, doublings: DOUBLINGS };
}

const DOUBLINGS = 3;

async function sizeFor({ input, read, most }: Fed): Promise<number> {
  let n = Math.min(FIRST_SIZE, most / 2);
  let cost = await warmCost(read, input(n));
  // What a request costs anyway says nothing of its size.
  const enough = ENOUGH_MS + 3 * cost;
  while (cost < enough && n * 2 < most) {
    n = Math.min(n * 4, most / 2);
    cost = await warmCost(read, input(n));
  }
  return n;
}

async function growthAt(n: number, fed: Fed): Promise<CpuGrowth> {
  const [atN, atDouble] = await costsAt(n, n * 2, fed);
  return { name: fed.name, n, atN, atDouble };
}

/** The lowest of several runs at each of two sizes, in ms. */
async function costsAt(smaller: number, larger: number, { input, read }: Fed): Promise<readonly [number, number]> {
  const [small, large] = [input(smaller), input(larger)];
  const repeats = Math.min(MOST_REPEATS, Math.ceil(ENOUGH_MS / Math.max(await warmCost(read, small), 0.01)));
  await attempt(read, large);
  let [atSmall, atLarge] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round < ROUNDS; round++) {
    // Else one round pays for what another has left behind.
    collectGarbage({ type: 'minor' });
    atSmall = Math.min(atSmall, await cpuOf(read, small, repeats));
    collectGarbage({ type: 'minor' });
    atLarge = Math.min(atLarge, await cpuOf(read, large, repeats));
  }
  return [atSmall / repeats, atLarge / repeats];
}

/** Without what compiling takes at first. */
async function warmCost(read: Fed['read'], input: unknown): Promise<number> {
  await cpuOf(read, input, 1);
  return cpuOf(read, input, 1);
}

setFlagsFromString('--expose-gc');
const collectGarbage: (options: { type: 'minor' }) => void = runInNewContext('gc');

async function cpuOf(read: Fed['read'], input: unknown, repeats: number): Promise<number> {
  const before = process.cpuUsage();
  for (let count = 0; count < repeats; count++) await attempt(read, input);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** A refusal is as good as an answer. */
async function attempt(read: Fed['read'], input: unknown): Promise<void> {
  try {
    await read(input as never);
  } catch {
    // It has been read all the same.
  }
}

import { SimulatedLoad } from '../../support/core/simulated-load';

const PAGES = { workMs: 15 };
const READS = { workMs: 0.5, databaseMs: 1 };

function percentile(times: readonly number[], part: number): number {
  return [...times].sort((one, other) => one - other)[Math.floor(times.length * part)]!;
}

describe('Limiter', () => {
  it('admits every request at once as long as there is little load', async () => {
    const load = new SimulatedLoad(PAGES);

    await load.run(40, 5000);

    expect(load.limiter).toMatchObject({ refused: { queueFull: 0, waitedTooLong: 0 }, queued: 0 });
    expect(load.pace.usualMs).toBeGreaterThan(10);
    expect(load.took).toHaveLength(load.limiter.admitted - load.limiter.inFlight);
  });

  it('serves what the event loop can, each soon, while five times as much arrives', async () => {
    const load = new SimulatedLoad(PAGES);
    await load.run(33, 2000);
    load.took.length = 0;

    await load.run(5 * 66, 20_000);

    const capacity = 20_000 / PAGES.workMs;
    expect(load.took.length).toBeGreaterThan(capacity * 0.9);
    expect(load.limiter.limit).toBe(4);
    expect(percentile(load.took.slice(66), 0.99)).toBeLessThan(280);
    expect(load.limiter.refused.queueFull).toBeGreaterThan(3 * capacity);
    expect(load.limiter.refused.waitedTooLong).toBeLessThan(capacity * 0.02);
  });

  it('lets more begin at a time the less work each of them is', async () => {
    const load = new SimulatedLoad(READS);
    await load.run(1000, 1000);
    load.took.length = 0;

    await load.run(5 * 2000, 5000);

    expect(load.limiter.limit).toBeGreaterThan(20);
    expect(load.took.length).toBeGreaterThan(2000 * 5 * 0.4);
  });

  it('serves its part beside clients that send again at once, however often they are refused', async () => {
    const load = new SimulatedLoad(READS);
    await load.run(500, 1000);
    load.took.length = 0;

    await load.flood(2000, 10_000);

    expect(load.took.length).toBeGreaterThan((10_000 / READS.workMs) * 0.4);
    expect(load.limiter.pauseMs).toBeGreaterThan(0);
  });
});

describe('What a limiter learns', () => {
  it('learns the load that the database takes, and no more', async () => {
    const load = new SimulatedLoad({ workMs: 0.2, databaseMs: 20, connections: 10 });
    await load.run(100, 2000);

    await load.run(2000, 10_000);

    expect(load.limiter.limit).toBeGreaterThanOrEqual(10);
    expect(load.limiter.limit).toBeLessThan(40);
    expect(percentile(load.took.slice(-2000), 0.99)).toBeLessThan(300);
  });

  it('admits all again as soon as the load has ended', async () => {
    const load = new SimulatedLoad(PAGES);
    await load.run(33, 1000);
    await load.run(330, 5000);
    const { queueFull } = load.limiter.refused;

    await load.run(0, 500);
    await load.run(33, 5000);

    expect(load.limiter).toMatchObject({ queued: 0, refused: { queueFull } });
  });

  it('takes a burst that it can serve within the longest wait', async () => {
    const load = new SimulatedLoad(PAGES);
    await load.run(33, 1000);

    for (let one = 0; one < 25; one++) load.arrive();
    await load.run(0, 1000);

    expect(load.limiter.refused).toEqual({ queueFull: 0, waitedTooLong: 0, clientGone: 0 });
  });

  it('does not count requests that only wait, as for a lock, so that others are served', async () => {
    const load = new SimulatedLoad({ workMs: 1 });
    await load.run(100, 1000);
    const { limit } = load.limiter;
    for (let one = 0; one < limit; one++) load.limiter.enter({ usualMs: 1 });

    load.took.length = 0;
    await load.run(100, 1000);

    expect(load.limiter.waiting).toBe(limit);
    expect(load.took.length).toBeGreaterThan(80);
  });

  it('never works on more than the highest limit, and drops a request whose client has gone unstarted', async () => {
    const load = new SimulatedLoad(PAGES, { min: 1, max: 2 });
    let isGone = false;
    load.arrive();
    load.arrive();
    load.arrive(() => isGone);

    isGone = true;
    await load.run(10, 200);

    expect([load.most, load.limiter.refused.clientGone]).toEqual([2, 1]);
  });

  it('counts a request again when its body has been received', async () => {
    const { limiter } = new SimulatedLoad(PAGES);
    const slot = limiter.enter({})!;
    let received = () => {};
    const reading = new Promise<void>((resolve) => {
      received = resolve;
    });

    const receiving = limiter.receive(slot, { complete: false }, reading);
    await Promise.resolve();
    const during = limiter.inFlight;
    received();
    await receiving;

    expect([during, limiter.inFlight]).toEqual([0, 1]);
  });
});

import { AdmissionQueue, type RefusalReason, type Waiting } from '../../../lib/core/http/admission-queue';

const begun: number[] = [];
const refused: [number, RefusalReason][] = [];
let queue: AdmissionQueue;

function waiting(id: number, sinceMs: number, isGone = false): Waiting {
  return {
    sinceMs,
    isGone: () => isGone,
    begin: () => begun.push(id),
    refuse: (reason) => refused.push([id, reason]),
  };
}

/** Lets the queue see that a request is served each 10 ms. */
function teach(): void {
  queue.add(waiting(0, 0), 0);
  for (let ms = 10; ms <= 100; ms += 10) queue.noteServed(ms);
  queue.next();
}

beforeEach(() => {
  begun.length = 0;
  refused.length = 0;
  queue = new AdmissionQueue(500);
});

describe('AdmissionQueue', () => {
  it('returns requests in order of arrival, without those whose clients have gone', () => {
    queue.add(waiting(1, 0), 0);
    queue.add(waiting(2, 1, true), 0);
    queue.add(waiting(3, 2), 0);

    queue.next()?.begin();
    queue.next()?.begin();

    expect([begun, refused, queue.length]).toEqual([[1, 3], [[2, 'clientGone']], 0]);
  });

  it('accepts what can be served within the longest wait', () => {
    teach();

    const accepted = Array.from({ length: 60 }, (_, id) => queue.add(waiting(id, 100), 0)).filter(Boolean);

    expect(accepted).toHaveLength(50);
  });

  it('is shorter while it stands, since more arrive than can be served', () => {
    teach();
    queue.add(waiting(1, 100), 0);

    const accepted = Array.from({ length: 60 }, (_, id) => queue.add(waiting(id, 400), 0)).filter(Boolean);

    expect(accepted).toHaveLength(7);
  });

  it('stays short if it is empty for a moment only, and takes a burst again after a while', () => {
    teach();
    queue.add(waiting(1, 100), 0);
    queue.add(waiting(2, 400), 0);
    queue.next();
    queue.next();
    const acceptedAt = (ms: number) =>
      Array.from({ length: 60 }, (_, id) => queue.add(waiting(id, ms), 0)).filter(Boolean).length;

    expect(acceptedAt(410)).toBe(8);
    while (queue.next());
    expect(acceptedAt(1000)).toBe(50);
  });

  it('refuses those that have waited too long', () => {
    queue.add(waiting(1, 0), 0);
    queue.add(waiting(2, 0, true), 0);
    queue.add(waiting(3, 200), 0);

    queue.dropLate(600);

    expect([refused, queue.length]).toEqual([
      [
        [1, 'waitedTooLong'],
        [2, 'clientGone'],
      ].map(([id, why]) => [id, why]),
      1,
    ]);
  });

  it('accepts none without a wait', () => {
    expect(new AdmissionQueue(0).add(waiting(1, 0), 0)).toBe(false);
  });

  it('computes Retry-After from all that wait and come back', () => {
    teach();
    const calm = queue.retryAfterS(100);
    for (let one = 0; one < 400; one++) queue.noteRefused(1000);

    expect([calm, queue.retryAfterS(1500), queue.retryAfterS(4000)]).toEqual([1, 4, 1]);
  });

  it('keeps its order over many requests', () => {
    for (let id = 0; id < 1000; id++) queue.add(waiting(id, 0), 0);
    for (let id = 0; id < 1000; id++) queue.next()?.begin();

    expect(begun).toEqual(Array.from({ length: 1000 }, (_, id) => id));
  });
});

import { RefusalPause } from '../../../lib/core/http/refusal-pause';

/** Refuses so many requests in each millisecond of a time. */
class Refusing {
  readonly pause = new RefusalPause();
  #nowMs = 0;

  during(ms: number, perMs: number): number {
    let due = 0;
    for (let passed = 0; passed < ms; passed++) {
      this.#nowMs++;
      for (due += perMs; due >= 1; due--) this.pause.noteRefused(this.#nowMs);
    }
    return this.pause.ms;
  }
}

describe('The pause after a refusal', () => {
  it('is none as long as refusals take little of the time', () => {
    const refusing = new Refusing();

    expect([refusing.during(1000, 0.1), refusing.during(1000, 2.8)]).toEqual([0, 0]);
  });

  it('grows to a second within half a second of more of them, and no further', () => {
    const refusing = new Refusing();
    const soon = refusing.during(120, 6);

    expect(soon).toBeGreaterThan(100);
    expect([refusing.during(400, 6), refusing.during(2000, 6)]).toEqual([1000, 1000]);
  });

  it('ends within a second of fewer of them, or after a second of none', () => {
    const refusing = new Refusing();

    expect([refusing.during(600, 6), refusing.during(1000, 1)]).toEqual([1000, 0]);
    expect([refusing.during(600, 6), refusing.during(1200, 0), refusing.during(20, 1)]).toEqual([1000, 1000, 0]);
  });
});

/** About what a refusal takes, with the reading of its request. */
export const REFUSAL_MS = 0.1;
/** The part of its time that an event loop may refuse requests. */
const MOST_SHARE = 0.3;
const REVIEW_MS = 25;
/** After so long without a refusal, the load has ended. */
const ENDED_MS = 1000;
const LEAST_MS = 50;
const MOST_MS = 1000;
const INCREASE = 1.5;
const DECREASE = 0.9;

/**
 * How long a connection is not read after a refusal: not at all while refusals take little of the event loop's time. When
 * they take most of it, none is left for the requests that were admitted.
 */
export class RefusalPause {
  ms = 0;
  #refused = 0;
  #sinceMs = Number.NEGATIVE_INFINITY;

  noteRefused(nowMs: number): void {
    const passedMs = nowMs - this.#sinceMs;
    if (passedMs > ENDED_MS) this.ms = 0;
    else if (passedMs >= REVIEW_MS) this.#review((this.#refused * REFUSAL_MS) / passedMs);
    if (passedMs >= REVIEW_MS) {
      this.#sinceMs = nowMs;
      this.#refused = 0;
    }
    this.#refused++;
  }

  #review(share: number): void {
    if (share > MOST_SHARE) this.ms = Math.min(MOST_MS, Math.max(LEAST_MS, this.ms * INCREASE));
    else if (share < MOST_SHARE / 2) this.ms = this.ms > LEAST_MS ? this.ms * DECREASE : 0;
  }
}

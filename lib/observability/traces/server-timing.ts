import { type Request, type RequestObservation, type RequestObserver, type Response, ResponseFilter } from '../../core';

const TIMING = 'koaggregate.serverTiming';
const DIGITS = 1;

/** The time of a request so far, and that of its statements. */
class Timing implements RequestObservation {
  readonly #begunMs = performance.now();
  #statements = 0;
  #statementsMs = 0;

  statement(_sql: string, durationMs: number): void {
    this.#statements++;
    this.#statementsMs += durationMs;
  }

  ended(): void {}

  get header(): string {
    const total = `total;dur=${(performance.now() - this.#begunMs).toFixed(DIGITS)}`;
    const words = this.#statements === 1 ? '1 statement' : `${this.#statements} statements`;
    return `${total}, db;dur=${this.#statementsMs.toFixed(DIGITS)};desc="${words}"`;
  }
}

export class TimingObserver implements RequestObserver {
  begin(request: Request): RequestObservation {
    const timing = new Timing();
    request.attributes.set(TIMING, timing);
    return timing;
  }
}

/**
 * Adds `Server-Timing` when the content is ready to be sent.
 *
 * @see W3C Server Timing, "The Server-Timing Header Field"
 */
export class TimingFilter extends ResponseFilter {
  override readonly needsContext = false;

  finish(request: Request, response: Response): void {
    const timing = request.attributes.get(TIMING) as Timing | undefined;
    if (!timing) return;
    const own = response.getHeader('Server-Timing');
    response.setHeader('Server-Timing', own ? `${own}, ${timing.header}` : timing.header);
  }
}

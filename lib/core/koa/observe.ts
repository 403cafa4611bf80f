import type { Deadline, WorkObserver } from '../../foundation';
import type { RequestObservation, RequestOutcome } from '../http/request-observer';
import type { KoaRequest } from './koa-request';
import type { ServedApplication } from './served-application';

type Observed = Pick<ServedApplication, 'observers' | 'logger'>;

/**
 * Lets the observers of an application see a request.
 *
 * @param scope  receives the observer of the work for the request
 */
export function observe(application: Observed, request: KoaRequest, scope: Deadline): void {
  const { req, res } = request.ctx;
  if (res.closed || res.destroyed) return;
  const begunMs = performance.now();
  const { socket } = req;
  const sentBefore = socket.bytesWritten;
  const observations = new Observations(application, request);
  scope.observer = observations;
  res.on('close', () => {
    observations.ended({
      status: res.statusCode,
      durationMs: performance.now() - begunMs,
      bytes: socket.bytesWritten - sentBefore,
      isComplete: res.writableFinished,
    });
  });
}

/** What all observers see of one request. One that throws is logged, and ends neither the request nor the process. */
class Observations implements WorkObserver {
  readonly #all: RequestObservation[] = [];

  constructor(
    private readonly application: Observed,
    request: KoaRequest,
  ) {
    for (const observer of application.observers) this.#safely(() => this.#all.push(observer.begin(request)));
  }

  statement(sql: string, durationMs: number, error?: Error): void {
    for (const one of this.#all) this.#safely(() => one.statement?.(sql, durationMs, error));
  }

  repeated(): void {
    for (const one of this.#all) this.#safely(() => one.repeated?.());
  }

  ended(outcome: RequestOutcome): void {
    for (const one of this.#all) this.#safely(() => one.ended(outcome));
  }

  #safely(see: () => void): void {
    try {
      see();
    } catch (error) {
      try {
        this.application.logger.error('An observer of requests failed', error);
      } catch {
        // A logger that fails must not end the process.
      }
    }
  }
}

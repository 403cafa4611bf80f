import type { Deadline, WorkObserver } from '../../foundation';
import type { RequestObservation, RequestObserver } from '../http/request-observer';
import type { KoaRequest } from './koa-request';

/**
 * Lets observers see a request.
 *
 * @param scope  receives the observer of the work for the request
 */
export function observe(observers: readonly RequestObserver[], request: KoaRequest, scope: Deadline): void {
  const { req, res } = request.ctx;
  if (res.closed || res.destroyed) return;
  const begunMs = performance.now();
  const { socket } = req;
  const sentBefore = socket.bytesWritten;
  const observations = observers.map((observer) => observer.begin(request));
  scope.observer = workObserver(observations);
  res.on('close', () => {
    const outcome = {
      status: res.statusCode,
      durationMs: performance.now() - begunMs,
      bytes: socket.bytesWritten - sentBefore,
      isComplete: res.writableFinished,
    };
    for (const observation of observations) observation.ended(outcome);
  });
}

function workObserver(observations: readonly RequestObservation[]): WorkObserver {
  const [first] = observations;
  if (observations.length === 1 && first?.statement && first.repeated) return first as WorkObserver;
  return {
    statement(sql, durationMs, error) {
      for (const observation of observations) observation.statement?.(sql, durationMs, error);
    },
    repeated() {
      for (const observation of observations) observation.repeated?.();
    },
  };
}

import type { WorkObserver } from '../../foundation';
import type { Request } from './request';

/** How the response to a request ended. */
export interface RequestOutcome {
  readonly status: number;
  /** From the head of the request to the last byte of the response. */
  readonly durationMs: number;
  /** Sent to the client, with the headers. */
  readonly bytes: number;
  /** False if the connection was closed before the whole response was sent. */
  readonly isComplete: boolean;
}

/** One request, as an observer sees it. An error in its methods is logged. */
export interface RequestObservation extends Partial<WorkObserver> {
  ended(outcome: RequestOutcome): void;
}

/** Sees each request of an application: for logs, metrics and traces. */
export interface RequestObserver {
  /** Called before the filters; the sender is not known yet. */
  begin(request: Request): RequestObservation;
}

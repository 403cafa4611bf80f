import type { BegunPart, Deadline, WorkObserver, WorkPart } from '../../foundation';
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

/** Calls a method of an observer; an error in it is logged. @returns undefined after an error */
type Safely = <T>(see: () => T) => T | undefined;

/** What all observers see of one request. One that throws is logged, and ends neither the request nor the process. */
class Observations implements WorkObserver {
  readonly #all: RequestObservation[] = [];

  constructor(
    private readonly application: Observed,
    request: KoaRequest,
  ) {
    for (const observer of application.observers) this.#safely(() => this.#all.push(observer.begin(request)));
  }

  sending(): readonly unknown[] {
    return this.#all.map((one) => one.sending && this.#safely(() => one.sending?.()));
  }

  statement(sql: string, durationMs: number, error?: Error, sent: readonly unknown[] = []): void {
    for (const [index, one] of this.#all.entries()) {
      this.#safely(() => one.statement?.(sql, durationMs, error, sent[index]));
    }
  }

  repeated(): void {
    for (const one of this.#all) this.#safely(() => one.repeated?.());
  }

  conflicted(): void {
    for (const one of this.#all) this.#safely(() => one.conflicted?.());
  }

  replayed(): void {
    for (const one of this.#all) this.#safely(() => one.replayed?.());
  }

  begin(part: WorkPart, name?: string): BegunPart | undefined {
    const begun = this.#all.flatMap((one) => (one.begin && this.#safely(() => one.begin?.(part, name))) ?? []);
    return begun.length > 0 ? new BegunParts(begun, this.#safely) : undefined;
  }

  ended(outcome: RequestOutcome): void {
    for (const one of this.#all) this.#safely(() => one.ended(outcome));
  }

  readonly #safely: Safely = (see) => {
    try {
      return see();
    } catch (error) {
      try {
        this.application.logger.error('An observer of requests failed', error);
      } catch {
        // A logger that fails must not end the process.
      }
      return undefined;
    }
  };
}

/** A part of the work, as all observers see it that look at such. */
class BegunParts implements BegunPart {
  constructor(
    private readonly all: readonly BegunPart[],
    private readonly safely: Safely,
  ) {}

  run<T>(work: () => Promise<T>): Promise<T> {
    return this.all.reduce((inner, one) => (one.run ? () => this.#runIn(one, inner) : inner), work)();
  }

  /** The work is done even if the observer fails. */
  #runIn<T>(one: BegunPart, work: () => Promise<T>): Promise<T> {
    let running: Promise<T> | undefined;
    const begin = () => {
      running ??= work();
      return running;
    };
    void this.safely(() => one.run?.(begin));
    return begin();
  }

  ended(error?: unknown): void {
    for (const one of this.all) this.safely(() => one.ended(error));
  }
}

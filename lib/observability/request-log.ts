import type { LogsSection, RecordLogger, Request, RequestObservation, RequestObserver, RequestOutcome } from '../core';
import { traceIdOf } from './trace-id';

type Level = Exclude<LogsSection['requests'], 'off'>;

const ORDER: readonly Level[] = ['info', 'warn', 'error'];

/** Writes a line about each request: its facts, and nothing of its query, its body or its credentials. */
export class RequestLog implements RequestObserver {
  /** @param lowest  the level below which no line is written: `info` all, `warn` from 400 on, `error` from 500 on */
  constructor(
    private readonly application: string,
    private readonly logger: RecordLogger,
    private readonly lowest: Level,
  ) {}

  begin(request: Request): RequestObservation {
    return new LoggedRequest(request, (outcome, work) => this.#write(request, outcome, work));
  }

  #write(request: Request, { status, durationMs, bytes, isComplete }: RequestOutcome, work: Work): void {
    const level = levelOf(status);
    if (ORDER.indexOf(level) < ORDER.indexOf(this.lowest)) return;
    const { method, route, id, headers, principal } = request;
    const facts = {
      application: this.application,
      request_id: id,
      trace_id: traceIdOf(headers.traceparent as string | undefined),
      method,
      // A path may have the values of keys, so that only one without a route is shown.
      ...(route ? { route: route.path, operation: route.name } : { path: request.path }),
      status,
      duration_ms: rounded(durationMs),
      principal: principal?.name,
      statements: work.statements,
      statements_ms: rounded(work.statementsMs),
      retries: work.retries,
      bytes,
      ...(!isComplete && { aborted: true }),
    };
    this.logger.record(level, `${method} ${route?.path ?? request.path} ${status}`, facts);
  }
}

/** What was done for a request. */
interface Work {
  readonly statements: number;
  readonly statementsMs: number;
  readonly retries: number;
}

class LoggedRequest implements RequestObservation, Work {
  statements = 0;
  statementsMs = 0;
  retries = 0;

  constructor(
    readonly request: Request,
    private readonly write: (outcome: RequestOutcome, work: Work) => void,
  ) {}

  statement(_sql: string, durationMs: number): void {
    this.statements++;
    this.statementsMs += durationMs;
  }

  repeated(): void {
    this.retries++;
  }

  ended(outcome: RequestOutcome): void {
    this.write(outcome, this);
  }
}

function levelOf(status: number): Level {
  if (status >= 500) return 'error';
  return status >= 400 ? 'warn' : 'info';
}

function rounded(ms: number): number {
  return Math.round(ms * 100) / 100;
}

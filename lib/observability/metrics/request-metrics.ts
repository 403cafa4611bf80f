import type { Request, RequestObservation, RequestObserver, RequestOutcome, RouteDescription } from '../../core';
import type { BegunPart, WorkPart } from '../../foundation';
import { operationOf } from './operation-of';
import type { Labels } from './prom-client';
import type { ServiceMetrics } from './service-metrics';

/** Those of HTTP; a client may send any other. */
const METHODS = new Set(['CONNECT', 'DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT', 'TRACE']);

/** The database of an application, with the tables that may be labels. */
export interface MeasuredDatabase {
  /** `mariadb` */
  readonly system: string;
  readonly tables: ReadonlySet<string>;
}

/**
 * Measures the requests of an application. No label has a value that a client can choose freely, so that each set of labels is
 * made once, which costs much less than one for each request.
 */
export class RequestMetrics implements RequestObserver {
  readonly labels: Labels;
  readonly unit: BegunPart;
  readonly #ofRequests = new Map<RouteDescription | undefined, Map<string, Labels>>();
  readonly #ofStatements = new Map<string, Labels>();

  constructor(
    readonly metrics: ServiceMetrics,
    application: string,
    private readonly database?: MeasuredDatabase,
  ) {
    this.labels = { application };
    const [committed, rolledBack] = [
      { application, outcome: 'committed' },
      { application, outcome: 'rolled_back' },
    ];
    this.unit = { ended: (error) => metrics.units.inc(error === undefined ? committed : rolledBack) };
  }

  begin(request: Request): RequestObservation {
    return new MeasuredRequest(this, request);
  }

  labelsOfRequest({ method, route, secure }: Request, { status, bytes, isComplete }: RequestOutcome): Labels {
    const known = METHODS.has(method) ? method : '_OTHER';
    // If nothing was sent, there is no status.
    const sent = isComplete || bytes > 0 ? String(status) : '';
    const key = `${known} ${sent} ${secure} ${isComplete}`;
    let ofRoute = this.#ofRequests.get(route);
    if (!ofRoute) {
      ofRoute = new Map();
      this.#ofRequests.set(route, ofRoute);
    }
    let labels = ofRoute.get(key);
    if (!labels) {
      const failure = status >= 500 ? sent : '';
      labels = withoutEmpty({
        ...this.labels,
        http_request_method: known,
        http_route: route?.path ?? '',
        http_response_status_code: sent,
        url_scheme: secure ? 'https' : 'http',
        error_type: isComplete ? failure : 'aborted',
      });
      ofRoute.set(key, labels);
    }
    return labels;
  }

  labelsOfStatement(sql: string, error: Error | undefined): Labels {
    const { name, table = '' } = operationOf(sql);
    const known = this.database?.tables.has(table) ? table : '';
    const key = `${name} ${known} ${error === undefined}`;
    let labels = this.#ofStatements.get(key);
    if (!labels) {
      labels = withoutEmpty({
        ...this.labels,
        db_system_name: this.database?.system ?? '',
        db_operation_name: name,
        db_collection_name: known,
        // The name of the error would be a text of the driver.
        error_type: error ? '_OTHER' : '',
      });
      this.#ofStatements.set(key, labels);
    }
    return labels;
  }
}

function withoutEmpty(labels: Labels): Labels {
  return Object.fromEntries(Object.entries(labels).filter(([, value]) => value !== ''));
}

class MeasuredRequest implements RequestObservation {
  constructor(
    private readonly all: RequestMetrics,
    private readonly request: Request,
  ) {}

  statement(sql: string, durationMs: number, error?: Error): void {
    this.all.metrics.statements.observe(this.all.labelsOfStatement(sql, error), durationMs / 1000);
  }

  repeated(): void {
    this.all.metrics.retries.inc(this.all.labels);
  }

  conflicted(): void {
    this.all.metrics.conflicts.inc(this.all.labels);
  }

  replayed(): void {
    this.all.metrics.replays.inc(this.all.labels);
  }

  begin(part: WorkPart): BegunPart | undefined {
    return part === 'unit' ? this.all.unit : undefined;
  }

  ended(outcome: RequestOutcome): void {
    const { metrics, labels } = this.all;
    metrics.requests.observe(this.all.labelsOfRequest(this.request, outcome), outcome.durationMs / 1000);
    if (outcome.status === 412) metrics.failedPreconditions.inc(labels);
  }
}

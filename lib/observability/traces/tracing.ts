import type { Request, RequestObservation, RequestObserver } from '../../core';
import type { BegunPart, WorkPart } from '../../foundation';
import { errorType } from './error-type';
import type { Attributes, TraceApi, TraceContext, Tracer, TraceSpan } from './trace-api';

/** A statement without its values. */
interface StatementWords {
  readonly text: string;
  readonly operation: string;
  readonly table?: string;
  readonly summary: string;
}

/** What traces say of the database and of statements. */
export interface TracedDatabase {
  readonly system: string;
  readonly namespace: string | undefined;
  describe(sql: string): StatementWords;
}

/** Under which instrumentations of HTTP servers keep the span of the request: @opentelemetry/core has the key. */
const SERVER_SPAN = 'OpenTelemetry SDK Context Key RPC_METADATA';

interface ServerSpan {
  readonly span?: TraceSpan;
  /** From which the instrumentation names the span and its metrics. */
  route?: string;
}

/**
 * Adds the route to the span of each request, and spans of the work for it below that.
 *
 * The names and attributes are those of the stable semantic conventions; none of them is a value of a row, a key or a
 * payload. A request that is not recorded costs nothing more.
 */
export class Tracing implements RequestObserver {
  readonly #tracer: Tracer;
  readonly #serverSpan: symbol;

  /** @param database  the one that the statements are sent to; undefined for none of them */
  constructor(
    readonly api: TraceApi,
    private readonly mountPath: string,
    readonly database: (() => TracedDatabase | undefined) | undefined,
  ) {
    this.#tracer = api.trace.getTracer('koaggregate');
    this.#serverSpan = api.createContextKey(SERVER_SPAN);
  }

  begin({ method, route }: Request): RequestObservation {
    const context = this.api.context.active();
    const active = this.api.trace.getSpan(context);
    if (!active?.isRecording()) return NOT_RECORDED;
    if (route) {
      const path = this.mountPath + route.path;
      const server = context.getValue(this.#serverSpan) as ServerSpan | undefined;
      if (server) server.route = path;
      const span = server?.span ?? active;
      span.setAttributes({ 'http.route': path });
      span.updateName(`${method} ${path}`);
    }
    return this.database ? new TracedStatements(this, this.database) : new TracedParts(this);
  }

  start(name: string, kind: number, attributes?: Attributes): TraceSpan {
    return this.#tracer.startSpan(name, { kind, attributes }, this.api.context.active());
  }

  /** @param error  with which the work has failed */
  end(span: TraceSpan, error: unknown): void {
    if (error !== undefined) {
      span.setStatus({ code: this.api.SpanStatusCode.ERROR });
      span.setAttributes({ 'error.type': errorType(error) });
    }
    span.end();
  }
}

const NOT_RECORDED: RequestObservation = { ended: () => undefined };

/** The actions, units of work and savepoints of a request. */
class TracedParts implements RequestObservation {
  constructor(protected readonly tracing: Tracing) {}

  begin(part: WorkPart, name?: string): BegunPart {
    const { api } = this.tracing;
    const attributes = part === 'action' ? { 'code.function.name': name } : undefined;
    const span = this.tracing.start(PART_NAMES[part] + (name ?? ''), api.SpanKind.INTERNAL, attributes);
    return {
      run: (work) => api.context.with(this.#inside(span), work),
      ended: (error) => this.tracing.end(span, error),
    };
  }

  #inside(span: TraceSpan): TraceContext {
    const { context, trace } = this.tracing.api;
    return trace.setSpan(context.active(), span);
  }

  ended(): void {}
}

const PART_NAMES: Readonly<Record<WorkPart, string>> = {
  unit: 'unit of work',
  savepoint: 'savepoint',
  action: 'action ',
};

/** Also its statements. */
class TracedStatements extends TracedParts {
  constructor(
    tracing: Tracing,
    private readonly database: () => TracedDatabase | undefined,
  ) {
    super(tracing);
  }

  /** Begins the span where the statement is sent, since the result arrives elsewhere. */
  sending(): TraceSpan | undefined {
    const database = this.database();
    if (!database) return undefined;
    const { system, namespace } = database;
    return this.tracing.start(system, this.tracing.api.SpanKind.CLIENT, {
      'db.system.name': system,
      'db.namespace': namespace,
    });
  }

  statement(sql: string, _durationMs: number, error: Error | undefined, sent: unknown): void {
    const span = sent as TraceSpan | undefined;
    const database = this.database();
    if (!span || !database) return;
    const { text, operation, table, summary } = database.describe(sql);
    span.updateName(summary || database.system);
    span.setAttributes({
      'db.query.text': text,
      'db.query.summary': summary,
      'db.operation.name': operation,
      'db.collection.name': table,
    });
    this.tracing.end(span, error);
  }
}

import { loadPackage, PackageError } from '../../foundation';

/** The used part of @opentelemetry/api, which does nothing without an SDK. */
export interface TraceApi {
  readonly trace: {
    getTracer(name: string): Tracer;
    getSpan(context: TraceContext): TraceSpan | undefined;
    setSpan(context: TraceContext, span: TraceSpan): TraceContext;
  };
  readonly context: {
    active(): TraceContext;
    with<T>(context: TraceContext, work: () => T): T;
  };
  readonly SpanKind: { readonly INTERNAL: number; readonly CLIENT: number };
  readonly SpanStatusCode: { readonly ERROR: number };
  createContextKey(name: string): symbol;
}

export interface TraceContext {
  getValue(key: symbol): unknown;
}

export interface Tracer {
  startSpan(name: string, options: SpanOptions, parent: TraceContext): TraceSpan;
}

interface SpanOptions {
  readonly kind: number;
  readonly attributes?: Attributes;
}

export type Attributes = Readonly<Record<string, string | number | undefined>>;

export interface TraceSpan {
  isRecording(): boolean;
  updateName(name: string): unknown;
  setAttributes(attributes: Attributes): unknown;
  setStatus(status: { readonly code: number }): unknown;
  end(): void;
}

/** @throws PackageError PACKAGE_MISSING, PACKAGE_TOO_OLD */
export function loadTraceApi(application: string, projectRoot: string): TraceApi {
  const missing = () =>
    new PackageError('PACKAGE_MISSING', `${application} traces, which`, '@opentelemetry/api', 'set traces.spans: off');
  return loadPackage('@opentelemetry/api', projectRoot, missing) as TraceApi;
}

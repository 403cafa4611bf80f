import { AsyncLocalStorage } from 'node:async_hooks';
import { type Context, context, ROOT_CONTEXT, type Span, type SpanOptions, trace } from '@opentelemetry/api';

/** A span as an SDK would export it. */
export interface RecordedSpan {
  name: string;
  readonly kind?: number;
  readonly parent?: string;
  attributes: Record<string, unknown>;
  status?: number;
  isEnded: boolean;
}

/** A stand-in for an SDK, which keeps spans in memory. */
export class RecordedSpans {
  readonly all: RecordedSpan[] = [];
  /** Whether a sampler would let spans be recorded. */
  isRecording = true;

  register(): void {
    trace.setGlobalTracerProvider({
      getTracer: () => ({
        startSpan: (name, options, parent) => this.#start(name, options, parent),
        startActiveSpan: () => {
          throw new Error('not used');
        },
      }),
    });
    const contexts = new AsyncLocalStorage<Context>();
    const manager = {
      active: () => contexts.getStore() ?? ROOT_CONTEXT,
      with: (active: Context, work: (...args: never[]) => unknown, self?: unknown, ...args: never[]) =>
        contexts.run(active, () => work.call(self, ...args)),
      bind: (_: Context, target: unknown) => target,
      enable: () => manager,
      disable: () => manager,
    };
    context.setGlobalContextManager(manager as never);
  }

  unregister(): void {
    trace.disable();
    context.disable();
  }

  /** Runs work below a span, as an instrumentation of the HTTP server does. */
  within<T>(name: string, metadata: { route?: string; span?: Span } | undefined, work: () => T): T {
    const span = this.#start(name);
    const active = trace.setSpan(context.active(), span);
    if (!metadata) return context.with(active, work);
    metadata.span = span;
    return context.with(active.setValue(Symbol.for('OpenTelemetry SDK Context Key RPC_METADATA'), metadata), work);
  }

  #start(name: string, { kind, attributes }: SpanOptions = {}, parent: Context = context.active()): Span {
    const above = trace.getSpan(parent) as unknown as { readonly recorded: RecordedSpan } | undefined;
    const recorded: RecordedSpan = {
      name,
      kind,
      parent: above?.recorded.name,
      attributes: { ...attributes },
      isEnded: false,
    };
    this.all.push(recorded);
    const span = {
      recorded,
      isRecording: () => this.isRecording,
      updateName: (name: string) => void Object.assign(recorded, { name }),
      setAttributes: (added: object) => void Object.assign(recorded.attributes, added),
      setStatus: ({ code }: { readonly code: number }) => void Object.assign(recorded, { status: code }),
      end: () => void Object.assign(recorded, { isEnded: true }),
    };
    return span as unknown as Span;
  }
}

import type { Metrics, MetricsText } from '../../http/metrics';
import type { ReadinessReport } from '../../http/readiness';
import { isOfKind, isWorker } from './worker-messages';

/** What the primary process asks a worker for, with what is passed to it and returned. */
export interface Questions {
  readiness(): Promise<ReadinessReport>;
  /** Undefined if no application collects metrics. */
  metrics(): Promise<readonly object[] | undefined>;
  /** Sums up the metrics of all workers. */
  sum(all: readonly (readonly object[])[]): Promise<MetricsText | undefined>;
}

export interface Question {
  readonly koaggregate: 'question';
  readonly id: number;
  readonly name: keyof Questions;
  readonly parts: readonly unknown[];
}

export interface Reply {
  readonly koaggregate: 'reply';
  readonly id: number;
  /** Absent if the worker could not reply. */
  readonly value?: unknown;
}

/** What a worker is asked about. */
interface Reporting {
  readiness(): Promise<ReadinessReport>;
  readonly metrics: Metrics | undefined;
}

/** Lets a worker reply to its primary process. */
export function replyToQuestions(container: Reporting): void {
  if (!isWorker()) return;
  const questions: Questions = {
    readiness: () => container.readiness(),
    metrics: async () => container.metrics?.data(),
    sum: async (all) => container.metrics?.sum(all),
  };
  process.on('message', async (message: unknown) => {
    if (!isOfKind<Question>(message, 'question')) return;
    const { id, name, parts } = message;
    const value = await (questions[name] as (...parts: readonly unknown[]) => Promise<unknown>)(...parts).catch(
      () => undefined,
    );
    // The primary process may have ended.
    process.send!({ koaggregate: 'reply', id, value } satisfies Reply, () => undefined);
  });
}

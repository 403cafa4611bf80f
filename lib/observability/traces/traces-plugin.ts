import type { Application, ApplicationConfiguration, Plugin } from '../../core';
import { TimingFilter, TimingObserver } from './server-timing';
import { loadTraceApi } from './trace-api';
import type { TracesSection } from './traces-section';
import { type TracedDatabase, Tracing } from './tracing';

type Traced = Application<ApplicationConfiguration & { readonly traces: TracesSection }>;

/** Adds spans and the header `Server-Timing`, as configured. */
export class TracesPlugin implements Plugin {
  /** @param database  that of the application, once it is known */
  constructor(private readonly database: () => TracedDatabase | undefined) {}

  init(application: Traced): void {
    const { spans, serverTiming } = application.configuration.traces;
    if (serverTiming) {
      application.addObserver(new TimingObserver());
      application.addFilter(new TimingFilter());
    }
    if (spans === 'off') return;
    const api = loadTraceApi(application.constructor.name, application.project.projectRoot);
    const database = spans === 'statements' ? this.database : undefined;
    application.addObserver(new Tracing(api, application.mountPath, database));
  }

  /** Requests that are rejected meanwhile are traced, too. */
  standBy(application: Traced): void {
    this.init(application);
  }

  destroy(): void {}
}

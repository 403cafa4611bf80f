import type { Application, ApplicationConfiguration, LogsSection, Plugin } from '../core';
import { RequestLog } from './request-log';

type Logged = Application<ApplicationConfiguration & { readonly logs: LogsSection }>;

/** Adds the log of requests, unless `logs.requests` is `off`. */
export class RequestLogPlugin implements Plugin {
  init(application: Logged): void {
    const { requests } = application.configuration.logs;
    if (requests !== 'off') application.addObserver(new RequestLog(application.name, application.logger, requests));
  }

  /** A request that is rejected meanwhile has its line, too. */
  standBy(application: Logged): void {
    this.init(application);
  }

  destroy(): void {}
}

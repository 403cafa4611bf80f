import type { Application } from './application';

/** Invoked, in the order registered, when an application is initialised and when it is destroyed. */
export interface Plugin {
  init(application: Application): void | Promise<void>;
  destroy(): void | Promise<void>;
}

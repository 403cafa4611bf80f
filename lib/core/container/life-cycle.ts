/** What lives with an application of type `A`, which uses it without being known to it. */
export interface LivesWithApplication<A> {
  init(application: A): void | Promise<void>;
  /** Adds the routes that `init` would add, and what they need to be checked, without reaching anything outside. */
  inspect?(application: A): void | Promise<void>;
  destroy(): void | Promise<void>;
}

/** What lives with a container of type `C`, which uses it without being known to it. */
export interface LivesWithContainer<C> {
  init(container: C): void | Promise<void>;
  start(): void | Promise<void>;
  stop(): void | Promise<void>;
}

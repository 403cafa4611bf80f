/** A part with the life cycle of an application of type `A`. */
export interface LivesWithApplication<A> {
  init(application: A): void | Promise<void>;
  /** Adds the routes that `init` would add, and what they need to be checked, without reaching anything outside. */
  inspect?(application: A): void | Promise<void>;
  destroy(): void | Promise<void>;
}

/** A part with the life cycle of a container of type `C`. */
export interface LivesWithContainer<C> {
  init(container: C): void | Promise<void>;
  start(): void | Promise<void>;
  stop(): void | Promise<void>;
}

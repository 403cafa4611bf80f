import type { Container } from './container';

/** Invoked when the container is initialised, started and stopped. */
export interface Bundle {
  init(container: Container): void | Promise<void>;
  start(): void | Promise<void>;
  stop(): void | Promise<void>;
}

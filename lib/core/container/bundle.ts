import type { Container } from './container';
import type { LivesWithContainer } from './life-cycle';

/** Invoked when the container is initialised, started and stopped. */
export type Bundle = LivesWithContainer<Container>;

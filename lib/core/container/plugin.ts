import type { Application } from './application';
import type { LivesWithApplication } from './life-cycle';

/** Invoked, in the order registered, when an application is initialised and when it is destroyed. */
export type Plugin = LivesWithApplication<Application>;

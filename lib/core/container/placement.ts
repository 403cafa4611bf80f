import type { Layer } from '../config/layer';

/** A port of the container. */
export interface OpenedConnector {
  readonly scheme: 'http' | 'https';
  readonly host: string;
  /** Whether a proxy before it says what scheme the client speaks. */
  readonly isProxied: boolean;
}

/** Where an application stands: what the container that serves it tells it before the start. */
export interface Placement {
  /** With the base path, without a slash at its end; empty at the root. */
  readonly mountPath: string;
  /** The levels of configuration below its own. */
  readonly parents?: readonly Layer[];
  /** How requests come in. */
  readonly connectors?: readonly OpenedConnector[];
  /** How long its stop waits for requests in flight, and for each plugin. */
  readonly shutdownTimeoutMs: number;
}

/** Without a container. */
export const ALONE: Placement = { mountPath: '', shutdownTimeoutMs: 10_000 };

import type { ConfigurationLevel } from '../config/configuration-level';
import type { SharedMetrics } from '../http/metrics';

/** An open port of the container. */
export interface OpenedConnector {
  readonly scheme: 'http' | 'https';
  readonly host: string;
  /** Whether a trusted proxy in front of it forwards the client's scheme. */
  readonly isProxied: boolean;
}

/** The place of an application in its container, which sets it before the start. */
export interface Placement {
  /** With the base path, without a trailing slash; empty at the root. */
  readonly mountPath: string;
  /** The configuration levels below the application's own. */
  readonly parents?: readonly ConfigurationLevel[];
  readonly connectors?: readonly OpenedConnector[];
  /** The number of processes that serve the application. */
  readonly workers: number;
  readonly metrics?: SharedMetrics;
  /** How long a stop waits for the requests in flight, and for each plugin. */
  readonly shutdownTimeoutMs: number;
}

/** The placement of an application without a container. */
export const STANDALONE: Placement = { mountPath: '', workers: 1, shutdownTimeoutMs: 10_000 };

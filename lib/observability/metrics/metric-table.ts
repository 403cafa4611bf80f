/** A metric, by its name of OpenTelemetry as Prometheus writes it, or with the prefix of this package. */
export interface Metric {
  readonly name: string;
  readonly help: string;
  /** Beside `application`. */
  readonly labels: readonly string[];
}

/** Of the semantic conventions of OpenTelemetry, in seconds. */
export const REQUEST_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];
export const STATEMENT_BUCKETS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10];

/**
 * The metrics of applications.
 *
 * @see OpenTelemetry, "Semantic conventions for HTTP metrics", "… for database client metrics"
 */
export const METRICS = {
  requests: {
    name: 'http_server_request_duration_seconds',
    help: 'From the head of a request to the last byte of its response.',
    labels: ['http_request_method', 'http_route', 'http_response_status_code', 'url_scheme', 'error_type'],
  },
  activeRequests: {
    name: 'http_server_active_requests',
    help: 'The requests whose responses are not completely sent.',
    labels: [],
  },
  queued: { name: 'koaggregate_requests_queued', help: 'The requests that wait to be worked on.', labels: [] },
  limit: { name: 'koaggregate_requests_limit', help: 'The most requests that are worked on at a time.', labels: [] },
  refused: {
    name: 'koaggregate_requests_refused_total',
    help: 'The requests that were refused because of the load.',
    labels: ['reason'],
  },
  statements: {
    name: 'db_client_operation_duration_seconds',
    help: 'The statements that were sent for requests, until their results.',
    labels: ['db_system_name', 'db_operation_name', 'db_collection_name', 'error_type'],
  },
  connections: {
    name: 'db_client_connection_count',
    help: 'The connections of the pool to a database server.',
    labels: ['db_client_connection_state'],
  },
  connectionLimit: { name: 'db_client_connection_max', help: 'The most connections of the pool.', labels: [] },
  connectionWaits: {
    name: 'db_client_connection_pending_requests',
    help: 'The work that waits for a connection of the pool.',
    labels: [],
  },
  units: { name: 'koaggregate_units_total', help: 'The ended units of work.', labels: ['outcome'] },
  retries: {
    name: 'koaggregate_unit_retries_total',
    help: 'How often a unit of work was done once more.',
    labels: [],
  },
  conflicts: {
    name: 'koaggregate_unit_conflicts_total',
    help: 'How often an attempt of a unit of work failed because of other work.',
    labels: [],
  },
  failedPreconditions: {
    name: 'koaggregate_failed_preconditions_total',
    help: 'The requests that were rejected with 412.',
    labels: [],
  },
  replays: {
    name: 'koaggregate_idempotent_replays_total',
    help: 'The repeated requests that got a stored response.',
    labels: [],
  },
} satisfies Readonly<Record<string, Metric>>;

/** The specs of the code that uses each peer dependency, as patterns of jest. They run on both databases where they can. */
export const SPECS = {
  '@dagrejs/dagre': ['spec/map/'],
  '@opentelemetry/api': ['contract/traces'],
  bcryptjs: ['spec/security/basic', 'contract/authentication', 'cli/hash-password'],
  jose: ['spec/security/jwt-'],
  koa: ['contract/core-', 'spec/core/koa', 'contract/sessions', 'contract/attacks', 'contract/security-headers'],
  mysql2: [
    'persistence/connect',
    'contract/(bulk|collated-keys|column-types|crud-routes|date-precision|exhausted-pool|full-text|held-locks)[.]',
    'contract/(json-columns|large-values|lock-waits|outages|sql-types|statement-limits|time-zones|units-of-work)[.]',
  ],
  'openapi-typescript': ['cli/client'],
  'prom-client': ['contract/metrics'],
  'rate-limiter-flexible': ['contract/rate-limits'],
  pino: ['contract/core-log-writer', 'core/http/logger-signature'],
  sequelize: [
    'persistence/(sequelize|statements|unit-of-work|models|schema)/',
    'contract/(adopted-|associat|bulk|collated-keys|column-|crud-routes|date-precision|decorated|default-|delete-rules)',
    'contract/(described-again|embedded-|foreign-keys|full-text|held-locks|hook|invariants|json-columns|large-values)',
    'contract/(many-to-many|model-options|nested-update|plain-|replaced-|restore|row-|scope|search|single-children)',
    'contract/(soft-deletes|sql-types|statement-|stored-|text-formats|time-zones|trees|unique-|units-of-work|virtual)',
  ],
  'sequelize-typescript': ['persistence/models/', 'persistence/start-up-errors', 'spec/metadata', 'contract/decorated'],
  sqlite3: ['persistence/connect', 'contract/(bulk|column-|full-text|held-locks|large-values|outages|units-of-work)'],
  'swagger-ui-dist': ['contract/api-documents', 'spec/browser'],
  umzug: ['persistence/migrations', 'cli/migrate'],
};

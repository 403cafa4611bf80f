import type { NewProject } from '../../new/new-project';

/** `config/container.yml` */
export function containerYml({ applicationName }: NewProject): string {
  return `name: ${applicationName}

server:
  # The number of processes that serve the port; auto: one for each core.
  workers: \${WORKERS:-1}
  # How long a stop serves on, so that load balancers notice it, in milliseconds.
  drainDelayMs: \${DRAIN_MS:-0}
  connectors:
    - scheme: http
      # In Docker, listen on 0.0.0.0.
      host: \${HOST:-127.0.0.1}
      port: \${PORT:-8080}
`;
}

/** `config/shop.yml`, the configuration of the application. */
export function applicationYml({ applicationName, database }: NewProject): string {
  const hint =
    database.kind === 'sqlite'
      ? '# Set DB_URL to use another database: mysql://user:password@host:port/database'
      : '# The URL with the password belongs in DB_URL, in .env or in the environment.';
  return `name: ${applicationName}

db:
  ${hint}
  url: \${DB_URL:-${database.url}}
  # Folders with domain classes, relative to the compiled modules.
  packagesToScan: [domain]
  providerProperties:
    # update creates missing tables and columns at each start. In production, use validate and migrations.
    hbm2ddl.auto: \${SCHEMA:-update}
  migrations:
    # true runs the pending files of migrations/ and src/migrations/ at each start.
    onStart: \${MIGRATE:-false}
`;
}

/** `.env`: secrets and settings of one machine; ignored by git. */
export function dotEnv({ database }: NewProject): string {
  const url = database.secretUrl === undefined ? '' : `DB_URL=${quoted(database.secretUrl)}\n`;
  return `${url}# Password of the database that compose.yaml starts.\nDB_PASSWORD=${database.composePassword}\n`;
}

/** `.env.example`: the variables of `.env`, without values. */
export function dotEnvExample({ database }: NewProject): string {
  const url = database.secretUrl === undefined ? '# ' : '';
  return `# Copy this file to .env and fill in the values.
${url}DB_URL=mysql://user:password@127.0.0.1:3306/database
# Password of the database that compose.yaml starts.
DB_PASSWORD=
`;
}

function quoted(value: string): string {
  return /[#'"\s]/.test(value) ? `'${value}'` : value;
}

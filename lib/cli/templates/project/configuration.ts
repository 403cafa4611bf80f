import type { NewProject } from '../../new/new-project';

/** `config/container.yml` */
export function containerYml({ applicationName }: NewProject): string {
  return `name: ${applicationName}

server:
  connectors:
    - scheme: http
      # 0.0.0.0 in a container, so that it can be reached from outside.
      host: \${HOST:-127.0.0.1}
      port: \${PORT:-8080}
`;
}

/** `config/shop.yml`, of the application. */
export function applicationYml({ applicationName, database }: NewProject): string {
  const hint =
    database.kind === 'sqlite'
      ? '# A file of the project. DB_URL names another one, or a server: mysql://user:password@host:port/database'
      : '# With its password in DB_URL: in .env, or in the environment.';
  return `name: ${applicationName}

db:
  ${hint}
  url: \${DB_URL:-${database.url}}
  # From the folder of the compiled modules.
  packagesToScan: [domain]
  providerProperties:
    # update makes the tables and columns that are missing, at each start. For production: validate, and migrations.
    hbm2ddl.auto: \${SCHEMA:-update}
  migrations:
    # Whether the files in migrations/ and src/migrations/ run at the start, each of them once.
    onStart: \${MIGRATE:-false}
`;
}

/** `.env`: what is secret, or different on each machine. Git does not keep it. */
export function dotEnv({ database }: NewProject): string {
  const url = database.secretUrl === undefined ? '' : `DB_URL=${quoted(database.secretUrl)}\n`;
  return `${url}# Of the database that compose.yaml starts.\nDB_PASSWORD=${database.composePassword}\n`;
}

/** `.env.example`: the names of what stands in `.env`. */
export function dotEnvExample({ database }: NewProject): string {
  const url = database.secretUrl === undefined ? '# ' : '';
  return `# Copy it to .env, and fill it in.
${url}DB_URL=mysql://user:password@127.0.0.1:3306/database
# Of the database that compose.yaml starts.
DB_PASSWORD=
`;
}

function quoted(value: string): string {
  return /[#'"\s]/.test(value) ? `'${value}'` : value;
}

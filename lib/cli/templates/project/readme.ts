import type { NewProject } from '../../new/new-project';

/** `README.md` */
export function readme(project: NewProject): string {
  const { name, fileName, configurationFile, database } = project;
  const server =
    database.kind === 'sqlite'
      ? 'The data is stored in `data/`, in a SQLite file.'
      : 'It needs the database of `DB_URL` in `.env`; `docker compose up -d database` starts one.';
  return `# ${name}

A REST API built with [koaggregate](https://www.npmjs.com/package/koaggregate).

\`\`\`sh
npm install
npm test
npm start      # http://127.0.0.1:8080/products
\`\`\`

${server} The tests use a database in memory.

| | |
|---|---|
| \`src/domain/\` | domain classes, one per file; \`npx koaggregate generate-model\` adds one |
| \`src/${fileName}.ts\` | the application, with its filters, plugins and hand-written routes |
| \`src/main.ts\` | the entry point |
| \`config/container.yml\` | host and port |
| \`config/${configurationFile}\` | configuration of the application, such as its database |
| \`config/services/Application\` | the applications of the container |
| \`deploy/\` | a unit of systemd and a manifest of Kubernetes |
| \`migrations/\` | SQL migrations |
| \`spec/\` | tests |
| \`.env\` | local passwords and settings, ignored by git; \`.env.example\` lists them |

\`npx koaggregate routes\` lists the routes, \`npx koaggregate --help\` all commands.

## Deploying

\`docker compose up --build\` runs it with MariaDB, with the password in \`.env\`. The build needs \`package-lock.json\`, which
\`npm install\` writes. Without Docker:

\`\`\`sh
npm ci && npm run build && npm prune --omit=dev
DB_URL=mysql://user:password@host:3306/database HOST=0.0.0.0 NODE_ENV=production node dist/main.js
\`\`\`

By default, missing tables and columns are created at each start. Once there is data to keep, change the tables with migrations
instead: \`SCHEMA=validate MIGRATE=true\`.
`;
}

import type { NewProject } from '../../new/new-project';

/** `README.md` */
export function readme(project: NewProject): string {
  const { name, fileName, configurationFile, database } = project;
  const server =
    database.kind === 'sqlite'
      ? 'The data is in `data/`, in a file of SQLite.'
      : 'It needs the database that `DB_URL` in `.env` names; `docker compose up -d database` starts one.';
  return `# ${name}

A REST API made with [koaggregate](https://www.npmjs.com/package/koaggregate).

\`\`\`sh
npm install
npm test
npm start      # http://127.0.0.1:8080/products
\`\`\`

${server} The tests have a database of their own, in memory.

| | |
|---|---|
| \`src/domain/\` | the domain: one class a file. \`npx koaggregate generate-model\` adds one |
| \`src/${fileName}.ts\` | the application: its filters, plugins and routes written by hand |
| \`src/main.ts\` | starts the container |
| \`config/container.yml\` | ports |
| \`config/${configurationFile}\` | the database, and everything else of the application |
| \`config/services/Application\` | which applications the container has |
| \`migrations/\` | SQL files that change the tables, once there is something to keep |
| \`spec/\` | the tests |
| \`.env\` | passwords and settings of this machine; git does not keep it, \`.env.example\` names them |

\`npx koaggregate routes\` lists the routes, \`npx koaggregate --help\` what else there is.

## Deploying

\`docker compose up --build\` runs it with MariaDB, with the password in \`.env\`. (\`npm install\` has to have written
\`package-lock.json\`.) Without Docker:

\`\`\`sh
npm ci && npm run build && npm prune --omit=dev
DB_URL=mysql://user:password@host:3306/database HOST=0.0.0.0 NODE_ENV=production node dist/main.js
\`\`\`

Tables are made at the start, as long as \`SCHEMA\` is not set. Once there are rows to keep, change tables by migrations:
\`SCHEMA=validate MIGRATE=true\`.
`;
}

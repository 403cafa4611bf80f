import type { NewProject } from '../../new/new-project';
import { TESTED_VERSIONS, type TestedPackage } from '../../new/tested-versions';

const NEEDED: readonly TestedPackage[] = ['joi', 'koa', 'mysql2', 'sequelize', 'sequelize-typescript', 'umzug'];
const FOR_DEVELOPMENT: readonly TestedPackage[] = [
  '@types/jest',
  '@types/node',
  'fast-check',
  'jest',
  'ts-jest',
  'typescript',
];

/** Whether the build scripts of these packages may run; package managers ask before they run any. */
const BUILDS: Readonly<Record<string, boolean>> = { sqlite3: true, '@parcel/watcher': false };

/** `package.json`. The tests run on SQLite whatever the database. */
export function packageJson({ name, isEsm, database, packageRange }: NewProject): string {
  const isFile = database.kind === 'sqlite';
  const needed = { koaggregate: packageRange, ...ranges([...NEEDED, ...(isFile ? (['sqlite3'] as const) : [])]) };
  const development = ranges([...FOR_DEVELOPMENT, ...(isFile ? [] : (['sqlite3'] as const))]);
  const manifest = {
    name,
    version: '0.1.0',
    private: true,
    type: isEsm ? 'module' : 'commonjs',
    engines: { node: '>=20.19' },
    scripts: {
      // Clears the folder first, so that classes whose source was deleted are not loaded.
      build: `node -e "fs.rmSync('dist', { recursive: true, force: true })" && tsc`,
      check: 'tsc -p spec',
      test: 'tsc -p spec && jest',
      prestart: 'npm run build',
      // npm passes a signal to its shell alone, so the server takes the place of the shell. That of Windows has no exec.
      start: 'exec node dist/main.js || node dist/main.js',
    },
    dependencies: sorted(needed),
    devDependencies: sorted(development),
    // It declares only TypeScript 5 as its peer, and npm would reject "npm install openapi-typescript".
    overrides: { 'openapi-typescript': { typescript: '$typescript' } },
    allowScripts: BUILDS,
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

/** `pnpm-workspace.yaml`: pnpm 11 and later read `allowBuilds`, pnpm 10 the lists; older ones build everything. */
export function pnpmWorkspace(): string {
  return `# The packages whose build scripts may run. sqlite3 compiles its driver if it cannot download one.
allowBuilds:
${Object.entries(BUILDS)
  .map(([name, isAllowed]) => `  ${quoted(name)}: ${isAllowed}\n`)
  .join('')}onlyBuiltDependencies:
${approvedBuilds()
  .map((name) => `  - ${quoted(name)}\n`)
  .join('')}ignoredBuiltDependencies:
${Object.keys(BUILDS)
  .filter((name) => !BUILDS[name])
  .map((name) => `  - ${quoted(name)}\n`)
  .join('')}`;
}

/** A name with an @ needs quotes in YAML. */
function quoted(name: string): string {
  return name.startsWith('@') ? `'${name}'` : name;
}

function approvedBuilds(): readonly string[] {
  return Object.keys(BUILDS).filter((name) => BUILDS[name]);
}

function ranges(names: readonly TestedPackage[]): Record<string, string> {
  return Object.fromEntries(
    names.map((name) => [name, `${name === 'typescript' ? '~' : '^'}${TESTED_VERSIONS[name]}`]),
  );
}

function sorted(dependencies: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(dependencies).sort(([a], [b]) => (a < b ? -1 : 1)));
}

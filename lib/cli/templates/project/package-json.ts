import type { NewProject } from '../../new/new-project';
import { TESTED_VERSIONS, type TestedPackage } from '../../new/tested-versions';

const NEEDED: readonly TestedPackage[] = ['koa', 'mysql2', 'sequelize', 'sequelize-typescript', 'umzug'];
const FOR_DEVELOPMENT: readonly TestedPackage[] = [
  '@types/jest',
  '@types/node',
  'fast-check',
  'jest',
  'ts-jest',
  'typescript',
];

/** Packages whose build scripts may run, or must not: package managers ask before they run any. */
const BUILDS: Readonly<Record<string, boolean>> = { sqlite3: true, '@parcel/watcher': false };

/** `package.json`. The tests run on SQLite whatever the database. */
export function packageJson({ name, isEsm, database, packageRange }: NewProject): string {
  const isSqlite = database.kind === 'sqlite';
  const needed = { koaggregate: packageRange, ...ranges([...NEEDED, ...(isSqlite ? (['sqlite3'] as const) : [])]) };
  const development = ranges([...FOR_DEVELOPMENT, ...(isSqlite ? [] : (['sqlite3'] as const))]);
  const manifest = {
    name,
    version: '0.1.0',
    private: true,
    type: isEsm ? 'module' : 'commonjs',
    engines: { node: '>=20.19' },
    scripts: {
      // A class whose source is gone must not be loaded.
      build: `node -e "fs.rmSync('dist', { recursive: true, force: true })" && tsc`,
      check: 'tsc -p spec',
      test: 'tsc -p spec && jest',
      start: 'npm run build && node dist/main.js',
    },
    dependencies: sorted(needed),
    devDependencies: sorted(development),
    allowScripts: BUILDS,
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

/** `pnpm-workspace.yaml`: pnpm 11 and later read `allowBuilds`, pnpm 10 the lists; older ones build everything. */
export function pnpmWorkspace(): string {
  return `# Whose build scripts may run. sqlite3 compiles its driver where no binary can be downloaded.
allowBuilds:
${Object.entries(BUILDS)
  .map(([name, isAllowed]) => `  ${quoted(name)}: ${isAllowed}\n`)
  .join('')}onlyBuiltDependencies:
${approved()
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

function approved(): readonly string[] {
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

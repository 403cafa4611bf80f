/** Why the specs of a folder or a file run on both dialects, or on SQLite alone. The longest path that a spec lies in decides. */
interface Runs {
  readonly on: 'both' | 'one';
  readonly why: string;
}

const both = (why: string): Runs => ({ on: 'both', why });
const one = (why: string): Runs => ({ on: 'one', why });

const NO_DATABASE = one('meets no database');
const PLAN = one('plans and reads texts of all dialects, without a server');
const DECIDED_BEFORE = one('is decided before a statement is sent, from the routes and the sealed model');
const DOCUMENT = one('describes the model and its routes; no response depends on a row');

export const DIALECTS: Readonly<Record<string, Runs>> = {
  'spec/': one('reads the repository, or a room that knows no database'),

  'spec/persistence/': both('statements, types, transactions and errors are those of the dialect'),
  'spec/persistence/connection/': one('reads settings; the MariaDB with TLS is started by the spec itself'),
  'spec/persistence/database-url.spec.ts': NO_DATABASE,
  'spec/persistence/migrations/sql-file.spec.ts': NO_DATABASE,
  'spec/persistence/models/missing-types.spec.ts': NO_DATABASE,
  'spec/persistence/models/values-of-models.spec.ts': NO_DATABASE,
  'spec/persistence/naming-strategy.spec.ts': NO_DATABASE,
  'spec/persistence/reads/column-reader.spec.ts': NO_DATABASE,
  'spec/persistence/reads/sql-template.spec.ts': NO_DATABASE,
  'spec/persistence/schema/plan/': PLAN,
  'spec/persistence/schema/shapes/': PLAN,
  'spec/persistence/statement-kind.spec.ts': NO_DATABASE,
  'spec/persistence/statements/redact-literals.spec.ts': NO_DATABASE,
  'spec/persistence/time-zone.spec.ts': NO_DATABASE,
  'spec/persistence/unit-of-work/busy-pool.spec.ts': NO_DATABASE,
  'spec/persistence/unit-of-work/database-faults.spec.ts': NO_DATABASE,
  'spec/persistence/unit-of-work/unique-fields.spec.ts': NO_DATABASE,
  'spec/persistence/zone-of-database.spec.ts': NO_DATABASE,

  'spec/operations/': both('use cases read, lock and write rows'),

  'spec/rest/': both('searches, payloads and scopes become statements'),
  'spec/rest/audit/': NO_DATABASE,
  'spec/rest/batch/': NO_DATABASE,
  'spec/rest/idempotency/running-keys.spec.ts': NO_DATABASE,
  'spec/rest/operation/': NO_DATABASE,
  'spec/rest/payload/camel-cased.spec.ts': NO_DATABASE,
  'spec/rest/payload/from-text.spec.ts': NO_DATABASE,
  'spec/rest/payload/rule-messages.spec.ts': NO_DATABASE,
  'spec/rest/resource-errors.spec.ts': NO_DATABASE,
  'spec/rest/search/page-links.spec.ts': NO_DATABASE,
  'spec/rest/search/parameter-name.spec.ts': NO_DATABASE,
  'spec/rest/selection/': NO_DATABASE,

  'spec/contract/': both('each table of the specification holds on each database'),
  'spec/contract/admin-routes.spec.ts': DECIDED_BEFORE,
  'spec/contract/api-documents.spec.ts': DOCUMENT,
  'spec/contract/authentication.spec.ts': DECIDED_BEFORE,
  'spec/contract/bypassed-overrides.spec.ts': DECIDED_BEFORE,
  'spec/contract/children-permissions.spec.ts': DECIDED_BEFORE,
  'spec/contract/client-guide.spec.ts': DOCUMENT,
  'spec/contract/cookie-authenticators.spec.ts': DECIDED_BEFORE,
  'spec/contract/core-': one('the core knows no database'),
  'spec/contract/permission-matrix.spec.ts': DECIDED_BEFORE,
  'spec/contract/resource-configuration.spec.ts': DECIDED_BEFORE,
  'spec/contract/secured-models.spec.ts': DECIDED_BEFORE,
  'spec/contract/security-headers.spec.ts': DECIDED_BEFORE,
  'spec/contract/swagger.spec.ts': DOCUMENT,
  'spec/contract/unprotected-children.spec.ts': DECIDED_BEFORE,

  'spec/samples/': both('users copy from the samples, whatever their database'),
  'spec/samples/core-only.spec.ts': one('the core knows no database'),

  'spec/testing/test-application.spec.ts': both('creates and drops a database on the server too'),
  'spec/cli/generated-tests/generated-suites.spec.ts': both('generated suites run on the database of the project'),
};

/** @param spec from the root of the repository: `spec/contract/search.spec.ts` */
export function dialectRule(spec: string): string {
  const matching = Object.keys(DIALECTS).filter((path) => spec.startsWith(path));
  return matching.reduce((longest, path) => (path.length > longest.length ? path : longest), '');
}

export function runsOnBoth(spec: string): boolean {
  return DIALECTS[dialectRule(spec)]?.on === 'both';
}

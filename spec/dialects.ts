/**
 * Why the specs of a folder or a file run on both dialects, on both in `.ci/full` alone, or on SQLite alone. The longest path that
 * a spec lies in decides.
 */
interface Runs {
  readonly on: 'both' | 'both in .ci/full' | 'one';
  readonly why: string;
}

const both = (why: string): Runs => ({ on: 'both', why });
const bothInFull = (why: string): Runs => ({ on: 'both in .ci/full', why });
const one = (why: string): Runs => ({ on: 'one', why });

const NO_DATABASE = one('meets no database');
const PLAN = one('plans and reads texts of all dialects, without a server');
const DECIDED_BEFORE = one('is decided before a statement is sent, from the routes and the sealed model');
const RIGHTS = bothInFull('who may read or write what; the statements are those of specs that run on both');
const HTTP = bothInFull('headers, bodies and routes of requests whose statements are those of specs that run on both');
const DOCUMENT = one('describes the model and its routes; no response depends on a row');

export const DIALECTS: Readonly<Record<string, Runs>> = {
  'spec/': one('reads the repository, or a room that knows no database'),

  'spec/persistence/': both('statements, types, transactions and errors are those of the dialect'),
  'spec/persistence/connection/': one('reads settings; the MariaDB with TLS is started by the spec itself'),
  'spec/persistence/database-url.spec.ts': NO_DATABASE,
  'spec/persistence/migrations/sql-file.spec.ts': NO_DATABASE,
  'spec/persistence/models/class-validators.spec.ts': NO_DATABASE,
  'spec/persistence/models/missing-types.spec.ts': NO_DATABASE,
  'spec/persistence/models/values-of-models.spec.ts': NO_DATABASE,
  'spec/persistence/naming-strategy.spec.ts': NO_DATABASE,
  'spec/persistence/reads/column-reader.spec.ts': NO_DATABASE,
  'spec/persistence/reads/plan-cache.spec.ts': NO_DATABASE,
  'spec/persistence/reads/sql-template.spec.ts': NO_DATABASE,
  'spec/persistence/writes/fill-instances.spec.ts': NO_DATABASE,
  'spec/persistence/dialects/': PLAN,
  'spec/persistence/dialects/members.spec.ts': both('asks each database what its dialect says of it'),
  'spec/persistence/schema/plan/': PLAN,
  'spec/persistence/schema/shapes/': PLAN,
  'spec/persistence/statement-kind.spec.ts': NO_DATABASE,
  'spec/persistence/statements/described-statement.spec.ts': NO_DATABASE,
  'spec/persistence/statements/redact-literals.spec.ts': NO_DATABASE,
  'spec/persistence/tables/': PLAN,
  'spec/persistence/time-zone.spec.ts': NO_DATABASE,
  'spec/persistence/unit-of-work/busy-pool.spec.ts': NO_DATABASE,
  'spec/persistence/unit-of-work/database-faults.spec.ts': NO_DATABASE,
  'spec/persistence/unit-of-work/outages.spec.ts': NO_DATABASE,
  'spec/persistence/unit-of-work/unique-fields.spec.ts': NO_DATABASE,
  'spec/persistence/zone-of-database.spec.ts': NO_DATABASE,

  'spec/operations/': both('use cases read, lock and write rows'),

  'spec/rest/': both('searches, payloads and scopes become statements'),
  'spec/rest/audit/': NO_DATABASE,
  'spec/rest/batch/': NO_DATABASE,
  'spec/rest/failed-modules.spec.ts': NO_DATABASE,
  'spec/rest/idempotency/running-keys.spec.ts': NO_DATABASE,
  'spec/rest/operation/': NO_DATABASE,
  'spec/rest/payload/camel-cased.spec.ts': NO_DATABASE,
  'spec/rest/payload/from-text.spec.ts': NO_DATABASE,
  'spec/rest/payload/rule-messages.spec.ts': NO_DATABASE,
  'spec/rest/resource-errors.spec.ts': NO_DATABASE,
  'spec/rest/search/page-links.spec.ts': NO_DATABASE,
  'spec/rest/search/parameter-name.spec.ts': NO_DATABASE,
  'spec/rest/selection/': NO_DATABASE,
  'spec/rest/verbs/': NO_DATABASE,
  'spec/rest/words-of-describe-model.spec.ts': NO_DATABASE,

  'spec/contract/': both('each table of the specification holds on each database'),
  'spec/contract/admin-routes.spec.ts': DECIDED_BEFORE,
  'spec/contract/api-documents.spec.ts': DOCUMENT,
  'spec/contract/associations-on-getters.spec.ts': HTTP,
  'spec/contract/attacks.spec.ts': RIGHTS,
  'spec/contract/authentication.spec.ts': DECIDED_BEFORE,
  'spec/contract/batch-routes.spec.ts': HTTP,
  'spec/contract/bypassed-overrides.spec.ts': DECIDED_BEFORE,
  'spec/contract/children-permissions.spec.ts': DECIDED_BEFORE,
  'spec/contract/client-guide.spec.ts': DOCUMENT,
  'spec/contract/cookie-authenticators.spec.ts': DECIDED_BEFORE,
  'spec/contract/core-': one('the core knows no database'),
  'spec/contract/delete-bodies.spec.ts': HTTP,
  'spec/contract/described-again.spec.ts': HTTP,
  'spec/contract/embedded-collections.spec.ts': HTTP,
  'spec/contract/entity-tags-representations.spec.ts': HTTP,
  'spec/contract/entity-tags-required.spec.ts': HTTP,
  'spec/contract/entity-tags.spec.ts': HTTP,
  'spec/contract/exposure.spec.ts': HTTP,
  'spec/contract/field-permissions.spec.ts': RIGHTS,
  'spec/contract/foreign-key-permissions.spec.ts': RIGHTS,
  'spec/contract/gone-responses.spec.ts': HTTP,
  'spec/contract/idempotency-owners.spec.ts': RIGHTS,
  'spec/contract/idempotency-rights.spec.ts': RIGHTS,
  'spec/contract/idempotency-settings.spec.ts': HTTP,
  'spec/contract/join-column-permissions.spec.ts': RIGHTS,
  'spec/contract/large-value-permissions.spec.ts': RIGHTS,
  'spec/contract/nested-update-options.spec.ts': HTTP,
  'spec/contract/outages-of-files.spec.ts': one('breaks the files of SQLite'),
  'spec/contract/override-units.spec.ts': HTTP,
  'spec/contract/overriding.spec.ts': HTTP,
  'spec/contract/permission-matrix.spec.ts': DECIDED_BEFORE,
  'spec/contract/permissions.spec.ts': RIGHTS,
  'spec/contract/plain-class-arguments.spec.ts': HTTP,
  'spec/contract/preview-self-associations.spec.ts': HTTP,
  'spec/contract/preview-settings.spec.ts': HTTP,
  'spec/contract/recorded-responses.spec.ts': HTTP,
  'spec/contract/renamed-fields.spec.ts': HTTP,
  'spec/contract/renamed-requests.spec.ts': HTTP,
  'spec/contract/replacing-permissions.spec.ts': RIGHTS,
  'spec/contract/resource-configuration.spec.ts': DECIDED_BEFORE,
  'spec/contract/restore-security.spec.ts': RIGHTS,
  'spec/contract/returned-content.spec.ts': HTTP,
  'spec/contract/scope-evasion.spec.ts': RIGHTS,
  'spec/contract/scope-missing-rows.spec.ts': RIGHTS,
  'spec/contract/scope-overrides.spec.ts': RIGHTS,
  'spec/contract/secrets.spec.ts': RIGHTS,
  'spec/contract/secured-models.spec.ts': DECIDED_BEFORE,
  'spec/contract/security-headers.spec.ts': DECIDED_BEFORE,
  'spec/contract/single-children-permissions.spec.ts': RIGHTS,
  'spec/contract/swagger.spec.ts': DOCUMENT,
  'spec/contract/text-formats.spec.ts': HTTP,
  'spec/contract/unprotected-children.spec.ts': DECIDED_BEFORE,
  'spec/contract/unread-bodies.spec.ts': DECIDED_BEFORE,
  'spec/contract/unread-collections.spec.ts': HTTP,
  'spec/contract/virtual-fields.spec.ts': HTTP,
  'spec/contract/withheld-values.spec.ts': RIGHTS,

  'spec/samples/': both('users copy from the samples, whatever their database'),
  'spec/samples/core-only.spec.ts': one('the core knows no database'),

  'spec/testing/few-keys.spec.ts': both('only servers count in the type of the column'),
  'spec/testing/test-application.spec.ts': both('creates and drops a database on the server too'),
  'spec/cli/generated-tests/generated-suites.spec.ts': bothInFull(
    'what the suites send is sent by other specs on both',
  ),
};

/** @param spec from the root of the repository: `spec/contract/search.spec.ts` */
export function dialectRule(spec: string): string {
  const matching = Object.keys(DIALECTS).filter((path) => spec.startsWith(path));
  return matching.reduce((longest, path) => (path.length > longest.length ? path : longest), '');
}

/** `SPEC_DIALECTS=all` adds the specs of .ci/full. */
export function runsOnBoth(spec: string): boolean {
  const { on } = DIALECTS[dialectRule(spec)] ?? NO_DATABASE;
  return on === 'both' || (on === 'both in .ci/full' && process.env.SPEC_DIALECTS === 'all');
}

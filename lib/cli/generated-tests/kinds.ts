import type { TestGenerator } from './generated-test';
import { actionTests } from './kinds/actions';
import { batchTests } from './kinds/batch';
import { bulkTests } from './kinds/bulk';
import { concurrencyTests } from './kinds/concurrency';
import { crudTests } from './kinds/crud';
import { errorTests } from './kinds/errors';
import { idempotencyTests } from './kinds/idempotency';
import { largeValueTests } from './kinds/large-values';
import { modelTests } from './kinds/model';
import { pagingTests } from './kinds/paging';
import { permissionTests } from './kinds/permissions';
import { replaceTests } from './kinds/replace';
import { restoreTests } from './kinds/restore';
import { scopeTests } from './kinds/scopes';
import { searchTests } from './kinds/search';
import { selectionTests } from './kinds/selection';

/** The kinds of tests: what generates each, by name, in their order in a suite. */
export const KINDS: Readonly<Record<string, TestGenerator>> = {
  crud: crudTests,
  bulk: bulkTests,
  search: searchTests,
  paging: pagingTests,
  selection: selectionTests,
  actions: actionTests,
  errors: errorTests,
  permissions: permissionTests,
  scopes: scopeTests,
  concurrency: concurrencyTests,
  idempotency: idempotencyTests,
  replace: replaceTests,
  restore: restoreTests,
  batch: batchTests,
  large: largeValueTests,
  model: modelTests,
};

import type { Kind } from './generated-test';
import { actionTests } from './kinds/actions';
import { batchTests } from './kinds/batches';
import { bulkTests } from './kinds/bulk';
import { concurrencyTests } from './kinds/concurrency';
import { crudTests } from './kinds/crud';
import { errorTests } from './kinds/errors';
import { pagingTests, searchTests, selectionTests } from './kinds/finding';
import { idempotencyTests } from './kinds/idempotency';
import { largeValueTests } from './kinds/large-values';
import { permissionTests } from './kinds/permissions';
import { replacingTests } from './kinds/replacing';
import { restoreTests } from './kinds/restores';
import { walkTests } from './kinds/walking';

/** The kinds of tests by name, in their order in a suite. */
export const KINDS: Readonly<Record<string, Kind>> = {
  crud: crudTests,
  bulk: bulkTests,
  search: searchTests,
  paging: pagingTests,
  selection: selectionTests,
  actions: actionTests,
  errors: errorTests,
  permissions: permissionTests,
  concurrency: concurrencyTests,
  idempotency: idempotencyTests,
  replace: replacingTests,
  restore: restoreTests,
  batch: batchTests,
  large: largeValueTests,
  model: walkTests,
};

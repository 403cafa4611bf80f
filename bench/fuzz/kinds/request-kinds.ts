import { ACTION_KINDS } from './action-kinds';
import { CRUD_KINDS } from './crud-kinds';
import { DELETED_KINDS } from './deleted-kinds';
import { LARGE_KINDS } from './large-kinds';
import { PATH_KINDS } from './path-kinds';
import { PROTOCOL_KINDS } from './protocol-kinds';
import { QUERY_KINDS } from './query-kinds';
import type { RequestKind } from './request-kind';

/** All kinds of requests; new features add a list here. */
export const REQUEST_KINDS: readonly RequestKind[] = [
  ...CRUD_KINDS,
  ...DELETED_KINDS,
  ...QUERY_KINDS,
  ...ACTION_KINDS,
  ...LARGE_KINDS,
  ...PATH_KINDS,
  ...PROTOCOL_KINDS,
];

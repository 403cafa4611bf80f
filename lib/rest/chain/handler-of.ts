import type { RouteHandler } from '../../core';
import { isAboutSingle, type Operation } from '../operation/operation';
import { actionHandler } from './action-handler';
import { createHandler } from './create-handler';
import { deleteHandler } from './delete-handler';
import type { Domain } from './domain';
import { tellingGone } from './gone-response';
import { withholding } from './hide-unreadable-values';
import { deleteLargeHandler, updateLargeHandler } from './large-write-handlers';
import { listHandler } from './list-handler';
import { readHandler } from './read-handler';
import { readLargeHandler } from './read-large-handler';
import { replaceHandler } from './replace-handler';
import { restoreHandler } from './restore-handler';
import { deleteSingleHandler, readSingleHandler, saveSingleHandler } from './single-handlers';
import { updateHandler } from './update-handler';

/** The handlers of the operations, by verb. */
type Make = (operation: Operation, domain: Domain) => RouteHandler;

const HANDLERS: Readonly<Record<Exclude<Operation['verb'], 'batch'>, Make>> = {
  create: createHandler,
  list: listHandler,
  read: readHandler,
  update: updateHandler,
  replace: replaceHandler,
  delete: deleteHandler,
  restore: restoreHandler,
  act: actionHandler,
  readLarge: readLargeHandler,
  updateLarge: updateLargeHandler,
  deleteLarge: deleteLargeHandler,
};

/** The same for the single child of a parent. */
const SINGLE_HANDLERS: Partial<Record<Operation['verb'], Make>> = {
  read: readSingleHandler,
  update: saveSingleHandler,
  delete: deleteSingleHandler,
};

/**
 * Carries out an operation: its chain of links, from the request to the response.
 *
 * @param makeBatch makes what carries out a batch, whose steps have handlers of their own
 */
export function handlerOf(operation: Operation, domain: Domain, makeBatch: Make): RouteHandler {
  const { verb } = operation;
  const makeUsual = verb === 'batch' ? makeBatch : HANDLERS[verb];
  const make = (isAboutSingle(operation) && SINGLE_HANDLERS[verb]) || makeUsual;
  const handle = withholding(domain.rights, operation, tellingGone(operation, domain, make(operation, domain)));
  return verb === 'list' || verb === 'read' ? handle : withoutReadParameters(operation, handle);
}

/** Others take no parameters of reads: one that was meant to narrow a delete must not be ignored. */
function withoutReadParameters({ input: { search } }: Operation, handle: RouteHandler): RouteHandler {
  return (request, response) => {
    search.refuse(request.query);
    return handle(request, response);
  };
}

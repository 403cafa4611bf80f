import type { RouteHandler } from '../../core';
import { isAboutSingle, type Operation } from '../operation/operation';
import { inPayloadOrder } from '../payload/in-payload-order';
import { actionHandler } from './action-handler';
import { createHandler } from './create-handler';
import { deleteHandler } from './delete-handler';
import type { Domain } from './domain';
import { withGoneResponse } from './gone-response';
import { hidingUnreadableValues } from './hide-unreadable-values';
import { deleteLargeHandler, updateLargeHandler } from './large-write-handlers';
import { listHandler } from './list-handler';
import { contentOf } from './read-content';
import { readHandler } from './read-handler';
import { readLargeHandler } from './read-large-handler';
import { replaceHandler } from './replace-handler';
import { restoreHandler } from './restore-handler';
import { deleteSingleHandler, readSingleHandler, saveSingleHandler } from './single-handlers';
import { updateHandler } from './update-handler';

type HandlerFactory = (operation: Operation, domain: Domain) => RouteHandler;

const HANDLERS: Readonly<Record<Exclude<Operation['verb'], 'batch'>, HandlerFactory>> = {
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

/** The handlers that differ for the single child of a parent. */
const SINGLE_HANDLERS: Partial<Record<Operation['verb'], HandlerFactory>> = {
  read: readSingleHandler,
  update: saveSingleHandler,
  delete: deleteSingleHandler,
};

/**
 * The route handler of an operation.
 *
 * @param makeBatch the factory for batches, which need more than the domain
 */
export function handlerOf(operation: Operation, domain: Domain, makeBatch: HandlerFactory): RouteHandler {
  const { verb } = operation;
  const makeDefault = verb === 'batch' ? makeBatch : HANDLERS[verb];
  const make = (isAboutSingle(operation) && SINGLE_HANDLERS[verb]) || makeDefault;
  const handleInOrder = withOrderedViolations(operation, make(operation, domain));
  const handleOrGone = withGoneResponse(operation, domain, handleInOrder);
  const handle = hidingUnreadableValues(domain.rights, operation, handleOrGone);
  return verb === 'list' || verb === 'read' ? handle : withoutReadParameters(operation, handle);
}

/** Lists the violations of a payload in its order. */
function withOrderedViolations(operation: Operation, handle: RouteHandler): RouteHandler {
  if (operation.input.body === 'none' || operation.verb === 'batch') return handle;
  const isAction = operation.verb === 'act';
  return async (request, response) => {
    try {
      return await handle(request, response);
    } catch (error) {
      throw inPayloadOrder(error, () => (isAction ? request.getContent() : contentOf(operation, request)));
    }
  };
}

/** Rejects search parameters on writes and large values: one that was meant to narrow a delete must not be ignored. */
function withoutReadParameters({ input: { search }, verb }: Operation, handle: RouteHandler): RouteHandler {
  return (request, response) => {
    search.rejectParameters(request.query, verb !== 'readLarge');
    return handle(request, response);
  };
}

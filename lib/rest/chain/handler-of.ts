import type { RouteHandler } from '../../core';
import type { Operation } from '../operation/operation';
import { actionHandler } from './action-handler';
import { createHandler } from './create-handler';
import { deleteHandler } from './delete-handler';
import type { Domain } from './domain';
import { listHandler } from './list-handler';
import { readHandler } from './read-handler';
import { updateHandler } from './update-handler';
import { withholding } from './withheld';

/** What carries out the operations of each verb. */
const HANDLERS: Readonly<Record<Operation['verb'], (operation: Operation, domain: Domain) => RouteHandler>> = {
  create: createHandler,
  list: listHandler,
  read: readHandler,
  update: updateHandler,
  delete: deleteHandler,
  act: actionHandler,
};

/** Carries out an operation: its chain of links, from the request to the response. */
export function handlerOf(operation: Operation, domain: Domain): RouteHandler {
  const handle = withholding(domain.rights, operation, HANDLERS[operation.verb](operation, domain));
  return operation.method === 'GET' ? handle : withoutReadParameters(operation, handle);
}

/** Writes take no parameters of reads: one that was meant to narrow a delete must not be ignored. */
function withoutReadParameters({ input: { search } }: Operation, handle: RouteHandler): RouteHandler {
  return (request, response) => {
    search.refuse(request.query);
    return handle(request, response);
  };
}

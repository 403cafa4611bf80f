import type { RouteHandler } from '../../core';
import type { Endpoint } from './endpoint';

/** Writes take no parameters of reads: one that was meant to narrow a delete must not be passed over. */
export function withoutReadParameters({ search }: Endpoint, handle: RouteHandler): RouteHandler {
  return (request, response) => {
    search.refuse(request.query);
    return handle(request, response);
  };
}

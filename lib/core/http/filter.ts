import type { Request } from './request';
import type { Response } from './response';

/** What a filter calls to let the request go on; a filter that does not call it ends the request. */
export interface FilterChain {
  doFilter(request: Request, response: Response): Promise<void>;
}

/** Sees every owned request before the resource method, in the order added, and the answer on the way back. */
export interface Filter {
  doFilter(request: Request, response: Response, chain: FilterChain): void | Promise<void>;
}

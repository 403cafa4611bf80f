import type { Request } from './request';
import type { Response } from './response';

/** The rest of the filter chain. If a filter does not call it, the request ends there. */
export interface FilterChain {
  doFilter(request: Request, response: Response): Promise<void>;
}

/** Wraps every request of the application: sees the request before the resource method and the response after it. */
export interface Filter {
  /** False if it runs no application code, so that no `ApplicationContext` is needed. */
  readonly needsContext?: boolean;
  doFilter(request: Request, response: Response, chain: FilterChain): void | Promise<void>;
  /** Completes the response to a request that is refused before the filters, because of too much load. */
  finishRefused?(request: Request, response: Response): void;
}

/** A filter that only changes the response. It must not throw. */
export abstract class ResponseFilter implements Filter {
  readonly needsContext?: boolean;

  abstract finish(request: Request, response: Response): void;

  async doFilter(request: Request, response: Response, chain: FilterChain): Promise<void> {
    await chain.doFilter(request, response);
    this.finish(request, response);
  }

  finishRefused(request: Request, response: Response): void {
    this.finish(request, response);
  }
}

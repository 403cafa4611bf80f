import type { Request } from './request';
import type { Response } from './response';

/** The rest of the chain. A filter that does not call it ends the request. */
export interface FilterChain {
  doFilter(request: Request, response: Response): Promise<void>;
}

/** Sees every request of the application before the resource method, in the order of registration, and the response on the way back. */
export interface Filter {
  /** False promises that no code of an author's runs in it, so that it needs no `ApplicationContext`. */
  readonly needsContext?: boolean;
  doFilter(request: Request, response: Response, chain: FilterChain): void | Promise<void>;
}

/** A filter that works on the response alone, on its way back: it lets every request go on, and never throws. */
export abstract class ResponseFilter implements Filter {
  readonly needsContext?: boolean;

  abstract finish(request: Request, response: Response): void;

  async doFilter(request: Request, response: Response, chain: FilterChain): Promise<void> {
    await chain.doFilter(request, response);
    this.finish(request, response);
  }
}

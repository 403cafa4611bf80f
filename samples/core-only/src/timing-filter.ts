import type { Filter, FilterChain, Request, Response } from 'koaggregate/core';

/** Sets `Server-Timing` to the duration of the rest of the chain; also for errors, which are handled inside the chain. */
export class TimingFilter implements Filter {
  async doFilter(request: Request, response: Response, chain: FilterChain): Promise<void> {
    const startMs = performance.now();
    await chain.doFilter(request, response);
    response.setHeader('Server-Timing', `app;dur=${(performance.now() - startMs).toFixed(1)}`);
  }
}

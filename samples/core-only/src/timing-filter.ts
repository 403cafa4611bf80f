import type { Filter, FilterChain, Request, Response } from 'koaggregate/core';

/** Says in `Server-Timing` how long the rest of the chain took; also for errors, which are answered further inside. */
export class TimingFilter implements Filter {
  async doFilter(request: Request, response: Response, chain: FilterChain): Promise<void> {
    const startMs = performance.now();
    await chain.doFilter(request, response);
    response.setHeader('Server-Timing', `app;dur=${(performance.now() - startMs).toFixed(1)}`);
  }
}

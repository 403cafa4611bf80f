import type { Filter, FilterChain, Request, Response } from 'koaggregate';
import { answerParent } from './answer-parent';
import { ShopApplication, startShop } from './shop';

/** Ends the process when a request that asks for it has been carried out, and its response has not been sent. */
class EndingFilter implements Filter {
  async doFilter(request: Request, response: Response, chain: FilterChain): Promise<void> {
    await chain.doFilter(request, response);
    if (request.headers['x-end'] === 'after-commit') process.kill(process.pid, 'SIGKILL');
  }
}

class KeyedApplication extends ShopApplication {
  override addFilters(): void {
    this.addFilter(new EndingFilter());
  }
}

/** As "ours", with writes that take the header Idempotency-Key. */
void startShop(process.argv[2]!, KeyedApplication, {}, { idempotency: { key: 'optional' } }).then((container) => {
  answerParent(container.addresses[0]!, () => container.stop());
});

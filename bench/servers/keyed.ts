import type { Filter, FilterChain, Request, Response } from 'koaggregate';
import { replyToParent } from './reply-to-parent';
import { ShopApplication, startShop } from './shop';

/** Kills the process after the COMMIT of a request and before its response. */
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

/** Like "ours", with the header Idempotency-Key on writes. */
void startShop(process.argv[2]!, { Served: KeyedApplication, settings: { idempotency: { key: 'optional' } } }).then(
  (container) => {
    replyToParent(container.addresses[0]!, () => container.stop());
  },
);

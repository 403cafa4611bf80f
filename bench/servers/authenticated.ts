import type { Filter, FilterChain, Request, Response } from 'koaggregate';
import type { Authenticator } from 'koaggregate/security';
import { replyToParent } from './reply-to-parent';
import { PATIENT, ShopApplication, startShop } from './shop';

/** Authenticates every request as the same principal. */
const anybody: Authenticator = {
  challenge: 'Bearer realm="bench"',
  authenticate: () => ({ name: 'anybody' }),
};

/** A typical custom filter, with work before and after the request. */
class TimingFilter implements Filter {
  async doFilter(request: Request, response: Response, chain: FilterChain): Promise<void> {
    const started = performance.now();
    await chain.doFilter(request, response);
    response.setHeader('Server-Timing', `app;dur=${(performance.now() - started).toFixed(1)}`);
  }
}

class AuthenticatedApplication extends ShopApplication {
  override addFilters(): void {
    this.addFilter(new TimingFilter());
  }
}

void startShop(process.argv[2]!, {
  Served: AuthenticatedApplication,
  authenticators: [anybody],
  settings: PATIENT,
}).then((container) => {
  replyToParent(container.addresses[0]!, () => container.stop());
});

import { Application } from '../../../lib';
import type { ApplicationOptions } from '../../../lib/rest';
import { namedByHeader } from '../security/named-by-header';

export class LedgersApplication extends Application {
  constructor(options: ApplicationOptions) {
    super({ ...options, authenticators: [namedByHeader] });
  }

  override registerPlugins(): void {
    this.registerPlugin({
      init: () => {
        throw new Error('Nothing is to be initialised.');
      },
      destroy: () => undefined,
    });
  }
}

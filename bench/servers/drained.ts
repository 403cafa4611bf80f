import { run } from 'koaggregate';
import { replyToParent } from './reply-to-parent';
import { createShop } from './shop';

const container = createShop(process.argv[2]!, { server: { drainDelayMs: 1500 } });

/** Run as a main program, which ends at SIGTERM and serves new connections until a delay has passed. */
void run(container).then(() => {
  replyToParent(container.addresses[0]!, () => container.stop());
});

import { LibraryCounter } from './library-counter';
import { replyToParent } from './reply-to-parent';
import { startShop } from './shop';

/** The server "ours" with counters; its times are not meaningful. */
async function serve(url: string): Promise<void> {
  const counter = await LibraryCounter.create();
  const container = await startShop(url);
  replyToParent(container.addresses[0]!, () => container.stop(), counter);
}

void serve(process.argv[2]!);

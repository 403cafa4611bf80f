import { LibraryCounter } from './library-counter';
import { replyToParent } from './reply-to-parent';
import { startVariedShop } from './varied-shop';

/** The server "ours" with counters; its times are not meaningful. */
async function serve(url: string, variant?: string): Promise<void> {
  const counter = await LibraryCounter.create();
  const container = await startVariedShop(url, variant);
  replyToParent(container.addresses[0]!, () => container.stop(), counter);
}

void serve(process.argv[2]!, process.argv[3]);

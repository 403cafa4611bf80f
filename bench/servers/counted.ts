import { answerParent } from './answer-parent';
import { LibraryCounter } from './library-counter';
import { startShop } from './shop';

/** The same server as "ours", which counts what a request makes it do; it is no server to measure time with. */
async function serve(url: string): Promise<void> {
  const counter = await LibraryCounter.create();
  const container = await startShop(url);
  answerParent(container.addresses[0]!, () => container.stop(), counter);
}

void serve(process.argv[2]!);

import { serveDomain } from './serve-domain';

/** A server in a process of its own; tells its parent where it listens, and goes when the parent does. */
async function serve(url: string): Promise<void> {
  const { address, stop } = await serveDomain(url, console.error);
  process.once('disconnect', () => void stop());
  process.send!({ address });
}

void serve(process.argv[2]!);

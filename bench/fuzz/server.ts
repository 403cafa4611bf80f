import { serveDomain } from './serve-domain';

/** A server in a process of its own, which reports its address to the parent and ends with it. */
async function serve(url: string): Promise<void> {
  const { address, stop } = await serveDomain(url, console.error);
  process.once('disconnect', () => void stop());
  process.send!({ address });
}

void serve(process.argv[2]!);

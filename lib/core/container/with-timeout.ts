import { StopError } from './errors';

/** Every part gets at least this much time to stop. */
const MIN_TIMEOUT_MS = 1000;

/**
 * Waits for the work of a part, up to the timeout.
 *
 * @param part  for the message: `CacheBundle.stop()`
 * @throws StopError after the timeout, or the error of the work
 */
export async function withTimeout(work: () => void | Promise<void>, timeoutMs: number, part: string): Promise<void> {
  const waitMs = Math.max(timeoutMs, MIN_TIMEOUT_MS);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new StopError(part, waitMs)), waitMs);
  });
  try {
    await Promise.race([work(), late]);
  } finally {
    clearTimeout(timer);
  }
}

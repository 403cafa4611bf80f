import { StopError } from './errors';

/** The least time that a part has to stop. */
const LEAST_MS = 1000;

/**
 * Waits for the work of a part, but no longer than it may take.
 *
 * @param part  for the message: `CacheBundle.stop()`
 * @throws StopError when it takes longer, or what the work throws
 */
export async function within(work: () => void | Promise<void>, timeoutMs: number, part: string): Promise<void> {
  const waitMs = Math.max(timeoutMs, LEAST_MS);
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

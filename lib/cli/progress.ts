import type { Terminal } from './terminal';

/** Work that takes less is not reported. */
const SILENT_MS = 1000;

/** Does some work, and says what it is on the error stream once it has taken over a second. */
export async function withProgress<T>(terminal: Terminal, what: string, work: () => Promise<T>): Promise<T> {
  const started = Date.now();
  let isReported = false;
  const report = setTimeout(() => {
    isReported = true;
    terminal.error(`${what} …`);
  }, SILENT_MS);
  try {
    return await work();
  } finally {
    clearTimeout(report);
    if (isReported) terminal.error(`${what}: ${((Date.now() - started) / 1000).toFixed(1)} s.`);
  }
}

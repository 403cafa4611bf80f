import type { Terminal } from './terminal';

/** Shorter tasks are not reported. */
const SILENT_MS = 1000;

/** Runs a task, and reports it on the error stream once it has taken over a second. */
export async function withProgress<T>(terminal: Terminal, title: string, task: () => Promise<T>): Promise<T> {
  const started = Date.now();
  let isReported = false;
  const report = setTimeout(() => {
    isReported = true;
    terminal.error(`${title} …`);
  }, SILENT_MS);
  try {
    return await task();
  } finally {
    clearTimeout(report);
    if (isReported) terminal.error(`${title}: ${((Date.now() - started) / 1000).toFixed(1)} s.`);
  }
}

import { performance } from 'node:perf_hooks';
import type { Surroundings } from '../http/limiter';

/** The event loop of this process, for a limiter. Its timers do not keep the process alive. */
export function eventLoop(): Surroundings {
  let last = performance.eventLoopUtilization();
  return {
    clock: performance,
    busyShare() {
      const now = performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(now, last);
      last = now;
      return utilization;
    },
    repeat(work, everyMs) {
      const timer = setInterval(work, everyMs).unref();
      return () => clearInterval(timer);
    },
  };
}

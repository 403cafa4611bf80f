import type { ApplicationClass } from '../../../lib/core';
import { type ServedSpec, serveApplication } from '../core/serve-application';
import { BASIC, called } from './books';

/** Applications of books, which the tests of a file start and stop one after the other. */
export function useBooks() {
  let served: ServedSpec;
  const request: ServedSpec['request'] = (...parts) => served.request(...parts);

  beforeEach(() => {
    called.length = 0;
  });

  return {
    start: async (Class: ApplicationClass, security: Record<string, unknown> = BASIC) => {
      served = await serveApplication(Class, { security });
    },
    stop: () => served.stop(),
    served: () => served,
    request,
    send: (...parts: Parameters<ServedSpec['send']>) => served.send(...parts),
    statusOf: async (method: string, path: string, headers: Record<string, string> = {}) =>
      (await request(path, { method, headers })).status,
  };
}

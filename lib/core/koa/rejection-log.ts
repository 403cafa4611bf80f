import type { Logger, RecordLogger } from '../http/logger';
import { pathOf } from './request-target';

/** What is known of a request that no application serves. */
export interface Rejection {
  readonly status: number;
  /** `X-Request-Id` of the response. */
  readonly id: string;
  /** Undefined for a message that Node could not parse. */
  readonly request?: { readonly method?: string; readonly url?: string };
}

export type NoteRejection = (rejection: Rejection) => void;

const LONGEST_PATH = 200;

/** Writes a line about each request that is rejected before an application gets it; undefined if there are none. */
export function rejectionLog(logger: RecordLogger, lowest: keyof Logger | 'off'): NoteRejection | undefined {
  // All of them are mistakes of clients.
  if (lowest === 'off' || lowest === 'error') return undefined;
  return ({ status, id, request }) => {
    const { method, url = '/' } = request ?? {};
    const path = request && pathOf(url).slice(0, LONGEST_PATH);
    const subject = request ? `${method} ${path}` : 'a message that is not HTTP';
    logger.record('warn', `${subject} ${status}`, { request_id: id, method, path, status });
  };
}

import type { Socket } from 'node:net';

/** Measures how long a value has not changed. */
export class StallTimer {
  #value = '';
  #sinceMs = 0;

  /** Returns how long the value has been the current one. */
  stalledMs(value: string, nowMs: number): number {
    if (value !== this.#value) {
      this.#value = value;
      this.#sinceMs = nowMs;
    }
    return nowMs - this.#sinceMs;
  }
}

/**
 * Changes whenever bytes leave the socket.
 *
 * @param carrier  the TCP socket: the socket itself, or the one below its TLS
 */
export function outputProgress(socket: Socket, carrier: Socket): string {
  return `${socket.bytesWritten} ${socket.writableLength} ${queuedBytes(carrier)}`;
}

/** The unsent bytes of the current write: the only sign of progress of a single large write. */
function queuedBytes(socket: Socket): number {
  const handle: unknown = Reflect.get(socket, '_handle');
  const isOpen = typeof handle === 'object' && handle !== null && 'writeQueueSize' in handle;
  return isOpen ? Number(handle.writeQueueSize) : 0;
}

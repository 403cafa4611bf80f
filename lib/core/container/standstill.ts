import type { Socket } from 'node:net';

/** How long something that can be told by a mark has stood still. */
export class Standstill {
  #mark = '';
  #sinceMs = 0;

  /** @returns how long the mark has been what it is now */
  lastsMs(mark: string, nowMs: number): number {
    if (mark !== this.#mark) {
      this.#mark = mark;
      this.#sinceMs = nowMs;
    }
    return nowMs - this.#sinceMs;
  }
}

/**
 * A mark of what has gone out over a socket.
 *
 * @param carrier  what carries the bytes: the socket itself, or that below its TLS
 */
export function outputMark(socket: Socket, carrier: Socket): string {
  return `${socket.bytesWritten} ${socket.writableLength} ${queuedBytes(carrier)}`;
}

/** The bytes of the current write that are not sent yet: a single large write shows no other sign of progress. */
function queuedBytes(socket: Socket): number {
  const handle: unknown = Reflect.get(socket, '_handle');
  const isOpen = typeof handle === 'object' && handle !== null && 'writeQueueSize' in handle;
  return isOpen ? Number(handle.writeQueueSize) : 0;
}

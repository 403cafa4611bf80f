import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { isObject } from '../../foundation';
import { handlePromises } from '../http/handle-promises';

type Iterator = { return(): unknown };

/**
 * The streams and iterators that were set as content of a response.
 *
 * They are closed at the end of the response and not when they are replaced: the replacement may read from them.
 */
export class HeldContent {
  readonly #held = new Set<Readable | Iterator>();
  #isReleased = false;

  constructor(res: ServerResponse) {
    if (res.destroyed) this.#isReleased = true;
    else res.once('close', () => this.#release());
  }

  add(content: unknown): void {
    if (isPromise(content)) content.then((resolved) => this.add(resolved), ignore);
    else if (!isHeld(content)) handlePromises(content);
    if (!(content instanceof Readable || isIterator(content))) return;
    // An unread stream that fails would crash the process. A later reader still gets the error.
    if (content instanceof Readable) content.on('error', ignore);
    if (this.#isReleased) close(content);
    else this.#held.add(content);
  }

  #release(): void {
    this.#isReleased = true;
    for (const content of this.#held) close(content);
    this.#held.clear();
  }
}

/** Whether the content is a stream, an async iterable or a promise. */
export function isHeld(content: unknown): boolean {
  return typeof content === 'object' && content !== null && (Symbol.asyncIterator in content || 'then' in content);
}

export function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}

function isIterator(content: unknown): content is Iterator {
  return isObject(content) && Symbol.asyncIterator in content && 'return' in content;
}

/** Errors of abandoned iterators are ignored: nobody waits for them. */
function close(content: Readable | Iterator): void {
  if (content instanceof Readable) content.destroy();
  else Promise.resolve(content.return()).catch(ignore);
}

function ignore(): void {}

import { AsyncResource } from 'node:async_hooks';
import { Readable } from 'node:stream';

type Chunk = string | Uint8Array;

/** Small chunks are gathered to about this size, unless the source pauses. */
const BATCH_BYTES = 16 * 1024;

/**
 * Chunks as a stream whose first one has arrived, so that an early error still gets a response.
 *
 * @throws what the source throws before its first chunk
 */
export async function openChunkStream(source: AsyncIterable<Chunk>): Promise<Readable> {
  const iterator = source[Symbol.asyncIterator]();
  const first = await iterator.next();
  return new ChunkStream(iterator, first);
}

/** Pulls from the source only as fast as it is read, in the async context that it was opened in. */
class ChunkStream extends Readable {
  readonly #iterator: AsyncIterator<Chunk>;
  readonly #pump: () => void;
  #next: IteratorResult<Chunk> | undefined;
  #batch: Buffer[] = [];
  #size = 0;
  #isPumping = false;
  /** Whether the reader has enough for now. */
  #isFull = false;
  #flush?: NodeJS.Immediate;

  constructor(iterator: AsyncIterator<Chunk>, first: IteratorResult<Chunk>) {
    super({ highWaterMark: BATCH_BYTES });
    this.#iterator = iterator;
    this.#next = first;
    this.#pump = AsyncResource.bind(() => void this.#fill());
  }

  override _read(): void {
    this.#isFull = false;
    if (!this.#isPumping) this.#pump();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    clearImmediate(this.#flush);
    done(error);
    // A source that is left early gives back what it holds; what it throws then has no one left to tell.
    Promise.resolve(this.#iterator.return?.()).catch(() => undefined);
  }

  async #fill(): Promise<void> {
    this.#isPumping = true;
    try {
      while (!this.#isFull) {
        const step = this.#next ?? (await this.#iterator.next());
        this.#next = undefined;
        if (this.destroyed) return;
        if (step.done) return this.#end();
        this.#gather(Buffer.from(step.value as string));
      }
    } catch (error) {
      this.destroy(error instanceof Error ? error : new Error(String(error)));
    } finally {
      this.#isPumping = false;
    }
  }

  /** A source that pauses does not hold back what it gave: the rest goes out when the event loop comes round. */
  #gather(chunk: Buffer): void {
    this.#batch.push(chunk);
    this.#size += chunk.length;
    if (this.#size >= BATCH_BYTES) this.#pushBatch();
    else this.#flush ??= setImmediate(() => this.#pushBatch());
  }

  #pushBatch(): void {
    clearImmediate(this.#flush);
    this.#flush = undefined;
    if (this.#size === 0 || this.destroyed) return;
    const bytes = Buffer.concat(this.#batch);
    this.#batch = [];
    this.#size = 0;
    this.#isFull = !this.push(bytes);
  }

  #end(): void {
    this.#pushBatch();
    this.push(null);
  }
}

import { AsyncResource } from 'node:async_hooks';
import { Readable } from 'node:stream';

type Chunk = string | Uint8Array;

/** Small chunks are combined to about this size, unless the source pauses. */
const BATCH_BYTES = 16 * 1024;

/**
 * Opens a stream of chunks and waits for the first one, so that an early error still gets an error response.
 *
 * @throws the error of the source before its first chunk
 */
export async function openChunkStream(source: AsyncIterable<Chunk>): Promise<Readable> {
  const iterator = source[Symbol.asyncIterator]();
  const first = await iterator.next();
  return new ChunkStream(iterator, first);
}

/** Reads the source with backpressure, in the async context in which it was opened. */
class ChunkStream extends Readable {
  readonly #iterator: AsyncIterator<Chunk>;
  readonly #pump: () => void;
  #next: IteratorResult<Chunk> | undefined;
  #batch: Buffer[] = [];
  #size = 0;
  #isPumping = false;
  /** Whether the stream's buffer is full. */
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
    // Lets the source release its resources. Nobody waits for its errors.
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
        this.#addToBatch(Buffer.from(step.value as string));
      }
    } catch (error) {
      this.destroy(error instanceof Error ? error : new Error(String(error)));
    } finally {
      this.#isPumping = false;
    }
  }

  /** If the source pauses, the batch is sent in the next turn of the event loop. */
  #addToBatch(chunk: Buffer): void {
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

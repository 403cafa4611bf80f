import { randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BadRequestException } from '../http/exceptions';
import type { MediaType } from '../http/media-type';
import { RawBody } from '../http/raw-body';
import { drain, isEncoded, readBytes, tooLarge } from './read-bytes';

/** Longer bodies are stored in a file, so that slow uploads take little memory. */
const MAX_MEMORY_BYTES = 64 * 1024;

/**
 * Receives a whole body, in a temporary file if it is long. A compressed body is inflated in memory.
 *
 * @param maxBytes  the limit before and after inflating
 * @throws ContentTooLargeException, UnsupportedMediaTypeException, BadRequestException as {@link readBytes} does
 */
export async function receiveBytes(request: IncomingMessage, mediaType: MediaType, maxBytes: number): Promise<RawBody> {
  if (isEncoded(request)) {
    const bytes = await readBytes(request, maxBytes);
    return new RawBody(mediaType, bytes.length, bytes);
  }
  const store = new ByteStore();
  try {
    await collectInto(store, request, maxBytes);
    return new RawBody(mediaType, store.size, await store.finish());
  } catch (error) {
    await store.discard();
    throw error;
  }
}

async function collectInto(store: ByteStore, request: IncomingMessage, maxBytes: number): Promise<void> {
  // Never removed: a connection that breaks later must not emit an unhandled error.
  request.on('error', () => undefined);
  for await (const chunk of chunksOf(request)) {
    if (store.size + chunk.length > maxBytes) {
      drain(request);
      throw tooLarge(maxBytes);
    }
    await store.add(chunk);
  }
  if (!request.complete) throw disconnected();
}

/** Does not destroy the request when the iteration stops early: it still needs a response. */
async function* chunksOf(request: IncomingMessage): AsyncGenerator<Buffer, void, undefined> {
  const chunks = request.iterator({ destroyOnReturn: false });
  for (;;) {
    const next = await chunks.next().catch((cause: unknown) => Promise.reject(disconnected(cause)));
    if (next.done) return;
    yield next.value as Buffer;
  }
}

function disconnected(cause?: unknown): BadRequestException {
  return new BadRequestException('The client disconnected before the body was complete.', { cause });
}

/** Stores bytes in memory, and in a file if there are many. */
class ByteStore {
  size = 0;
  #chunks: Buffer[] = [];
  #chunkBytes = 0;
  #file?: FileHandle;

  async add(chunk: Buffer): Promise<void> {
    this.#chunks.push(chunk);
    this.#chunkBytes += chunk.length;
    this.size += chunk.length;
    if (this.#chunkBytes >= MAX_MEMORY_BYTES) await this.#flush();
  }

  async finish(): Promise<Buffer | FileHandle> {
    if (!this.#file) return Buffer.concat(this.#chunks);
    await this.#flush();
    return this.#file;
  }

  async discard(): Promise<void> {
    await this.#file?.close();
  }

  async #flush(): Promise<void> {
    this.#file ??= await openUnnamed();
    const bytes = Buffer.concat(this.#chunks);
    for (let at = 0; at < bytes.length; ) at += (await this.#file.write(bytes, at)).bytesWritten;
    this.#chunks = [];
    this.#chunkBytes = 0;
  }
}

/** Opens a temporary file and unlinks it at once, so that it disappears with its handle. */
async function openUnnamed(): Promise<FileHandle> {
  const path = join(tmpdir(), `koaggregate-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  await unlink(path).catch((error: unknown) => file.close().then(() => Promise.reject(error)));
  return file;
}

import { randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BadRequestException } from '../http/exceptions';
import type { MediaType } from '../http/media-type';
import { ReceivedBytes } from '../http/received-bytes';
import { drain, isEncoded, readBytes, tooLarge } from './read-bytes';

/** Longer bodies wait in a file, so that slow clients hold no memory. */
const HELD_BYTES = 64 * 1024;

/**
 * Reads a body whole, without holding more of it in memory than a little. One that is compressed is inflated in memory.
 *
 * @param maxBytes  holds for what is sent and for what it inflates to
 * @throws ContentTooLargeException, UnsupportedMediaTypeException, BadRequestException as {@link readBytes} does
 */
export async function receiveBytes(
  request: IncomingMessage,
  mediaType: MediaType,
  maxBytes: number,
): Promise<ReceivedBytes> {
  if (isEncoded(request)) {
    const bytes = await readBytes(request, maxBytes);
    return new ReceivedBytes(mediaType, bytes.length, bytes);
  }
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes);
  const store = new ByteStore();
  try {
    await collectInto(store, request, maxBytes);
    return new ReceivedBytes(mediaType, store.size, await store.finish());
  } catch (error) {
    await store.discard();
    throw error;
  }
}

async function collectInto(store: ByteStore, request: IncomingMessage, maxBytes: number): Promise<void> {
  // Stays, so that a connection that breaks later is not an unhandled error.
  request.on('error', () => undefined);
  for await (const chunk of chunksOf(request)) {
    if (store.size + chunk.length > maxBytes) {
      drain(request);
      throw tooLarge(maxBytes);
    }
    await store.add(chunk);
  }
  if (!request.complete) throw goneAway();
}

/** Leaves the request open for its response when it is left early. */
async function* chunksOf(request: IncomingMessage): AsyncGenerator<Buffer, void, undefined> {
  const chunks = request.iterator({ destroyOnReturn: false });
  for (;;) {
    const next = await chunks.next().catch((cause: unknown) => Promise.reject(goneAway(cause)));
    if (next.done) return;
    yield next.value as Buffer;
  }
}

function goneAway(cause?: unknown): BadRequestException {
  return new BadRequestException('The client went away before the body was whole.', { cause });
}

/** Bytes in memory, and in a file once there are too many. */
class ByteStore {
  size = 0;
  #held: Buffer[] = [];
  #heldBytes = 0;
  #file?: FileHandle;

  async add(chunk: Buffer): Promise<void> {
    this.#held.push(chunk);
    this.#heldBytes += chunk.length;
    this.size += chunk.length;
    if (this.#heldBytes >= HELD_BYTES) await this.#flush();
  }

  async finish(): Promise<Buffer | FileHandle> {
    if (!this.#file) return Buffer.concat(this.#held);
    await this.#flush();
    return this.#file;
  }

  async discard(): Promise<void> {
    await this.#file?.close();
  }

  async #flush(): Promise<void> {
    this.#file ??= await openUnnamed();
    const bytes = Buffer.concat(this.#held);
    for (let at = 0; at < bytes.length; ) at += (await this.#file.write(bytes, at)).bytesWritten;
    this.#held = [];
    this.#heldBytes = 0;
  }
}

/** A file that nobody else can open, and that is gone with its handle, however the process ends. */
async function openUnnamed(): Promise<FileHandle> {
  const path = join(tmpdir(), `koaggregate-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  await unlink(path).catch((error: unknown) => file.close().then(() => Promise.reject(error)));
  return file;
}

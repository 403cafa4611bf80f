import type { FileHandle } from 'node:fs/promises';
import { BadRequestException } from './exceptions';
import type { MediaType } from './media-type';

/**
 * A body that is taken as it comes, whatever its media type: what a route gets that declares `uploads` with `isWhole`.
 *
 * All of it has arrived. It is closed when the response is over.
 */
export class ReceivedBytes {
  #isClosed = false;

  /**
   * @param size    in bytes
   * @param source  the bytes, or a file that holds them and nothing else
   */
  constructor(
    readonly mediaType: MediaType,
    readonly size: number,
    private readonly source: Buffer | FileHandle,
  ) {}

  /**
   * All of them, in memory.
   *
   * @throws BadRequestException when the client went away meanwhile
   */
  async read(): Promise<Buffer> {
    if (Buffer.isBuffer(this.source)) return this.source;
    const bytes = Buffer.allocUnsafe(this.size);
    for (let at = 0; at < this.size; ) {
      if (this.#isClosed) throw new BadRequestException('The client went away before the body was used.');
      at += (await this.source.read(bytes, at, this.size - at, at)).bytesRead;
    }
    return bytes;
  }

  /** Gives the file back; once is enough. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    if (!Buffer.isBuffer(this.source)) await this.source.close();
  }
}

import type { FileHandle } from 'node:fs/promises';
import { BadRequestException } from './exceptions';
import type { MediaType } from './media-type';

/**
 * The bytes of a body of any media type, for routes that declare `uploads` with `rawBody`.
 *
 * It has been received completely, and is closed at the end of the response.
 */
export class RawBody {
  #isClosed = false;

  /**
   * @param size    in bytes
   * @param source  the bytes, or a file of exactly these bytes
   */
  constructor(
    readonly mediaType: MediaType,
    readonly size: number,
    private readonly source: Buffer | FileHandle,
  ) {}

  /**
   * Reads all bytes into memory.
   *
   * @throws BadRequestException if the client has disconnected meanwhile
   */
  async read(): Promise<Buffer> {
    if (Buffer.isBuffer(this.source)) return this.source;
    const bytes = Buffer.allocUnsafe(this.size);
    for (let at = 0; at < this.size; ) {
      if (this.#isClosed) throw new BadRequestException('The client disconnected before the body was used.');
      at += (await this.source.read(bytes, at, this.size - at, at)).bytesRead;
    }
    return bytes;
  }

  /** Closes the file. Further calls do nothing. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    if (!Buffer.isBuffer(this.source)) await this.source.close();
  }
}

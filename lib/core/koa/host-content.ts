import { readFile } from 'node:fs/promises';
import { checkContent, checkKey } from '../http/check-content';
import { ContentTooLargeException, UnsupportedMediaTypeException } from '../http/exceptions';
import type { MediaType } from '../http/media-type';
import { RawBody } from '../http/raw-body';
import { UploadedFile } from '../http/uploaded-file';
import type { KoaRequest } from './koa-request';

/** A file of koa-body, which is on disk. */
interface HostFile {
  readonly filepath: string;
  readonly size: number;
  readonly originalFilename?: string | null;
  readonly mimetype?: string | null;
}

/**
 * The body that a parser of the host application has read already: `ctx.request.body` and `ctx.request.files`.
 *
 * @throws BadRequestException for a forbidden key, or too many levels
 * @throws UnsupportedMediaTypeException for files that are not on disk
 */
export async function hostContent({ ctx }: KoaRequest, maxBytes: number): Promise<unknown> {
  const { body, files, file } = ctx.request as { body?: unknown; files?: unknown; file?: unknown };
  checkContent(body);
  const received = Object.entries({ ...(files ?? {}), ...(file ? { file } : {}) });
  if (received.length === 0) return body;
  const room = { left: maxBytes };
  const content = new Map(Object.entries(body ?? {}));
  for (const [name, file] of received.flatMap(([name, files]) => [files].flat().map((file) => [name, file] as const))) {
    checkKey(name);
    const before = content.get(name);
    const upload = await uploaded(name, file, room);
    content.set(name, before === undefined ? upload : [before, upload].flat());
  }
  return Object.fromEntries(content);
}

/**
 * The bytes of a body that the host application has read.
 *
 * @throws UnsupportedMediaTypeException if it has parsed them
 */
export function hostBytes({ ctx }: KoaRequest, mediaType: MediaType, maxBytes: number): RawBody {
  const { body } = ctx.request as { body?: unknown };
  if (!Buffer.isBuffer(body)) {
    throw new UnsupportedMediaTypeException(
      'The host application has already parsed the body, so its bytes are not available.',
    );
  }
  if (body.length > maxBytes) throw new ContentTooLargeException(`The body is larger than ${maxBytes} bytes.`);
  return new RawBody(mediaType, body.length, body);
}

async function uploaded(name: string, file: unknown, room: { left: number }): Promise<UploadedFile> {
  if (!isOnDisk(file)) throw keptByHost(name);
  room.left -= file.size;
  if (room.left < 0) throw new ContentTooLargeException('The files of the form are too large.');
  const { filepath, originalFilename, mimetype } = file;
  const bytes = await readFile(filepath).catch((cause) => Promise.reject(keptByHost(name, cause)));
  return new UploadedFile(originalFilename ?? '', mimetype ?? 'application/octet-stream', bytes);
}

function isOnDisk(file: unknown): file is HostFile {
  return typeof file === 'object' && file !== null && 'filepath' in file && 'size' in file;
}

function keptByHost(name: string, cause?: unknown): UnsupportedMediaTypeException {
  return new UnsupportedMediaTypeException(
    `The host application has already read the file "${name}", so it is not available.`,
    {
      cause,
    },
  );
}

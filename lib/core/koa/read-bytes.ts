import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib';
import { BadRequestException, ContentTooLargeException, UnsupportedMediaTypeException } from '../http/exceptions';

type Inflate = (bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>;

const ZLIB_HEADER = 8;
const DECODERS: ReadonlyMap<string, Inflate> = new Map<string, Inflate>([
  ['gzip', promisify(gunzip)],
  ['x-gzip', promisify(gunzip)],
  ['br', promisify(brotliDecompress)],
  [
    'deflate',
    (bytes, options) =>
      (((bytes[0] ?? 0) & 15) === ZLIB_HEADER ? promisify(inflate) : promisify(inflateRaw))(bytes, options),
  ],
]);

const NO_DECODERS: readonly Inflate[] = [];

/** Each encoding costs up to the whole limit of memory. */
const MAX_ENCODINGS = 2;

/** How much a client may send after its body was rejected, before the connection is closed. */
const MAX_DRAINED_BYTES = 16 * 1024 * 1024;

/**
 * Reads and inflates a whole body.
 *
 * @param maxBytes  the limit before and after inflating
 * @throws ContentTooLargeException; UnsupportedMediaTypeException for an unknown `Content-Encoding`. Both are thrown
 *         synchronously if the headers show it
 * @throws BadRequestException if the body is corrupt or the client disconnects
 */
export function readBytes(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const decoders = decodersOf(request);
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes);
  const collected = collect(request, maxBytes);
  return decoders.length === 0 ? collected : decodeAll(decoders, collected, maxBytes);
}

async function decodeAll(decoders: readonly Inflate[], collected: Promise<Buffer>, maxBytes: number): Promise<Buffer> {
  let bytes = await collected;
  if (bytes.length === 0) return bytes;
  for (const decoder of decoders) bytes = await decode(decoder, bytes, maxBytes);
  return bytes;
}

/** Whether the body has a content encoding, known or unknown. */
export function isEncoded({ headers }: IncomingMessage): boolean {
  const { 'content-encoding': encoding } = headers;
  return encoding?.split(',').some((name) => !['', 'identity'].includes(name.trim().toLowerCase())) === true;
}

/** The decoders in the order to apply: the encoding named last is decoded first. */
function decodersOf({ headers }: IncomingMessage): readonly Inflate[] {
  const { 'content-encoding': encoding } = headers;
  if (encoding === undefined) return NO_DECODERS;
  const names = encoding
    .toLowerCase()
    .split(',')
    .map((name) => name.trim());
  const applied = names.filter((name) => name && name !== 'identity');
  if (applied.length > MAX_ENCODINGS) rejectEncoding(applied.join(', '));
  return applied.reverse().map((name) => DECODERS.get(name) ?? rejectEncoding(name));
}

function rejectEncoding(name: string): never {
  throw new UnsupportedMediaTypeException(`The content encoding "${name}" is not supported.`, {
    headers: { 'Accept-Encoding': 'gzip, deflate, br' },
  });
}

async function decode(inflate: Inflate, bytes: Buffer, maxBytes: number): Promise<Buffer> {
  try {
    return await inflate(bytes, { maxOutputLength: maxBytes });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(maxBytes);
    throw new BadRequestException('The body does not match its content encoding.', { cause });
  }
}

function collect(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const take = (chunk: Buffer) => {
      size += chunk.length;
      if (size <= maxBytes) return void chunks.push(chunk);
      stop();
      drain(request);
      reject(tooLarge(maxBytes));
    };
    const end = () => {
      stop();
      resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks));
    };
    const abort = () => {
      stop();
      reject(new BadRequestException('The client disconnected before the body was complete.'));
    };
    const stop = () => request.off('data', take).off('end', end).off('close', abort);
    // Never removed: a connection that breaks later must not emit an unhandled error.
    request.on('error', abort);
    request.on('data', take).on('end', end).on('close', abort);
    if (request.destroyed) abort();
  });
}

/** Discards the rest of the body, so that the client reads the response; destroys the request beyond a limit. */
export function drain(request: IncomingMessage): void {
  let size = 0;
  request.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > MAX_DRAINED_BYTES) request.destroy();
  });
}

export function tooLarge(maxBytes: number): ContentTooLargeException {
  return new ContentTooLargeException(`The body is larger than ${maxBytes} bytes.`);
}

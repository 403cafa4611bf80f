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

const NOTHING_TO_INFLATE: readonly Inflate[] = [];

/** Each may inflate to the whole that is let through. */
const MOST_ENCODINGS = 2;

/** How much a client may go on sending after its body was rejected, before the connection is closed. */
const DRAINED_BYTES = 16 * 1024 * 1024;

/**
 * Reads a body whole and inflates it.
 *
 * @param maxBytes  holds for what is sent and for what it inflates to
 * @throws ContentTooLargeException, UnsupportedMediaTypeException for an unknown `Content-Encoding`; at once, where that
 *         is known before the body
 * @throws BadRequestException when it is corrupt or the client goes away
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

/** Whether a body has to be inflated, or says that it is what nobody here can inflate. */
export function isEncoded({ headers }: IncomingMessage): boolean {
  const { 'content-encoding': encoding } = headers;
  return encoding?.split(',').some((name) => !['', 'identity'].includes(name.trim().toLowerCase())) === true;
}

/** In the order to apply: the encoding named last was applied last. */
function decodersOf({ headers }: IncomingMessage): readonly Inflate[] {
  const { 'content-encoding': encoding } = headers;
  if (encoding === undefined) return NOTHING_TO_INFLATE;
  const names = encoding
    .toLowerCase()
    .split(',')
    .map((name) => name.trim());
  const applied = names.filter((name) => name && name !== 'identity');
  if (applied.length > MOST_ENCODINGS) refuseEncoding(applied.join(', '));
  return applied.reverse().map((name) => DECODERS.get(name) ?? refuseEncoding(name));
}

function refuseEncoding(name: string): never {
  throw new UnsupportedMediaTypeException(`The content encoding "${name}" is not read.`, {
    headers: { 'Accept-Encoding': 'gzip, deflate, br' },
  });
}

async function decode(inflate: Inflate, bytes: Buffer, maxBytes: number): Promise<Buffer> {
  try {
    return await inflate(bytes, { maxOutputLength: maxBytes });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(maxBytes);
    throw new BadRequestException('The body is not what its content encoding says.', { cause });
  }
}

function collect(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const take = (chunk: Buffer) => {
      size += chunk.length;
      if (size <= maxBytes) chunks.push(chunk);
      else finish(refuse);
    };
    const refuse = () => {
      drain(request);
      reject(tooLarge(maxBytes));
    };
    const end = () => finish(() => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)));
    const abort = () =>
      finish(() => reject(new BadRequestException('The client went away before the body was whole.')));
    const finish = (settle: () => void) => {
      request.off('data', take).off('end', end).off('close', abort);
      settle();
    };
    // Stays, so that a connection that breaks later is not an unhandled error.
    request.on('error', abort);
    request.on('data', take).on('end', end).on('close', abort);
    if (request.destroyed) abort();
  });
}

/** Lets the client finish sending, so that it reads the response; a body that never ends is cut off. */
export function drain(request: IncomingMessage): void {
  let size = 0;
  request.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > DRAINED_BYTES) request.destroy();
  });
}

export function tooLarge(maxBytes: number): ContentTooLargeException {
  return new ContentTooLargeException(`The body is larger than ${maxBytes} bytes.`);
}

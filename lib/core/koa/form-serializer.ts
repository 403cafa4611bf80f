import { basename } from 'node:path';
import { Readable, Writable } from 'node:stream';
import type { Context } from 'koa';
import { koaBody } from 'koa-body';
import { BadRequestException } from '../http/exceptions';
import type { MediaType } from '../http/media-type';
import { checkContent } from '../http/plain-content';
import type { Serializer } from '../http/serializer';
import { readText } from '../http/text-content';
import { UploadedFile } from '../http/uploaded-file';

type KoaBodyOptions = NonNullable<Parameters<typeof koaBody>[0]>;

const MOST_FIELDS = 1000;

/** `application/x-www-form-urlencoded`; `a=1&a=2` is a list and `item[sku]=x` an object; values are text. */
export class FormSerializer implements Serializer {
  async read(bytes: Buffer, mediaType: MediaType): Promise<unknown> {
    checkEncoding(readText(bytes, mediaType));
    const { body } = await parse(bytes, mediaType, {
      formLimit: bytes.length,
      queryString: {
        parameterLimit: MOST_FIELDS,
        arrayLimit: MOST_FIELDS,
        throwOnLimitExceeded: true,
        allowPrototypes: true,
        allowDots: false,
      } as object,
    });
    checkContent(body);
    return body;
  }
}

/** `multipart/form-data`; fields are text, files are held in memory as {@link UploadedFile}. */
export class MultipartSerializer implements Serializer {
  async read(bytes: Buffer, mediaType: MediaType): Promise<unknown> {
    const contents = new Map<object, Buffer[]>();
    const { body, files } = await parse(bytes, mediaType, {
      multipart: true,
      urlencoded: false,
      formidable: {
        maxFields: MOST_FIELDS,
        maxFieldsSize: bytes.length,
        maxFileSize: bytes.length,
        allowEmptyFiles: true,
        minFileSize: 0,
        fileWriteStreamHandler: (file?: object) => memory(contents, file ?? {}),
      },
    });
    const uploads = Object.entries(files).map(([field, file]) => [
      field,
      mapOne(file, (one) => uploaded(one, contents)),
    ]);
    const content = { ...body, ...Object.fromEntries(uploads) };
    checkContent(body);
    checkContent(Object.fromEntries(uploads.map(([field]) => [field, null])));
    return content;
  }
}

interface FormFile {
  readonly originalFilename?: string | null;
  readonly mimetype?: string | null;
}

interface Parsed {
  readonly body: Record<string, unknown>;
  readonly files: Record<string, FormFile | FormFile[]>;
}

/** Hands bytes that are bounded and inflated already to koa-body, which reads them as if they came from a socket. */
async function parse(bytes: Buffer, mediaType: MediaType, options: KoaBodyOptions): Promise<Parsed> {
  const parameters = Object.entries(mediaType.parameters).map(([name, value]) => `; ${name}="${value}"`);
  const headers = { 'content-type': mediaType.name + parameters.join(''), 'content-length': String(bytes.length) };
  const request: Partial<Parsed> = {};
  const ctx = {
    method: 'POST',
    req: Object.assign(Readable.from([bytes]), { headers }),
    request,
    is: () => mediaType.name,
  };
  try {
    await koaBody({ ...options, json: false, text: false })(ctx as unknown as Context, async () => undefined);
  } catch (cause) {
    throw new BadRequestException(`The body is not a valid form${reasonOf(cause)}.`, { cause });
  }
  return { body: request.body ?? {}, files: request.files ?? {} };
}

function reasonOf(cause: unknown): string {
  return cause instanceof Error && cause.message ? `: ${cause.message}` : '';
}

function checkEncoding(text: string): void {
  try {
    decodeURIComponent(text.replaceAll('+', ' '));
  } catch (cause) {
    throw new BadRequestException('The form is not well percent-encoded.', { cause });
  }
}

function memory(contents: Map<object, Buffer[]>, file: object): Writable {
  const chunks: Buffer[] = [];
  contents.set(file, chunks);
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(Buffer.from(chunk));
      done();
    },
  });
}

function uploaded(file: FormFile, contents: Map<object, Buffer[]>): UploadedFile {
  const name = basename((file.originalFilename ?? '').replaceAll('\\', '/'));
  return new UploadedFile(name, file.mimetype ?? 'application/octet-stream', Buffer.concat(contents.get(file) ?? []));
}

function mapOne<T, R>(value: T | T[], map: (one: T) => R): R | R[] {
  return Array.isArray(value) ? value.map(map) : map(value);
}

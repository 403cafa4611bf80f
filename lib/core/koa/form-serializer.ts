import { Readable, type Stream } from 'node:stream';
import type { Context } from 'koa';
import type { koaBody } from 'koa-body';
import { BadRequestException } from '../http/exceptions';
import { type MediaType, parseMediaType } from '../http/media-type';
import type { ContentShape, Serializer } from '../http/serializer';
import { FormFields } from '../http/serializers/form-fields';
import { readText } from '../http/text-content';
import { UploadedFile } from '../http/uploaded-file';
import { verifyParts } from './form-parts';

type KoaBodyOptions = NonNullable<Parameters<typeof koaBody>[0]>;

const MAX_FIELDS = 1000;
const PLAIN_TEXT: MediaType = { name: 'text/plain', parameters: {} };

/** `application/x-www-form-urlencoded`: `a=1&a=2` is a list, `item[sku]=x` an object; values are text. */
export class FormSerializer implements Serializer {
  readonly shapes: readonly ContentShape[] = ['object'];

  async read(bytes: Buffer, mediaType: MediaType): Promise<unknown> {
    const text = readText(bytes, mediaType);
    verifyEncoding(text);
    const body = await parse(bytes, mediaType, {
      formLimit: bytes.length,
      queryString: {
        parameterLimit: MAX_FIELDS,
        arrayLimit: MAX_FIELDS,
        throwOnLimitExceeded: true,
        plainObjects: true,
        parseArrays: false,
        allowDots: false,
        depth: 0,
      } as object,
    });
    const fields = new FormFields(MAX_FIELDS);
    const pairs = Object.entries(body ?? {}).flatMap(([name, values]) => [values].flat().map((value) => [name, value]));
    for (const [name, value] of pairs) fields.add(name as string, value);
    verifyComplete(text, pairs.length);
    return fields.content;
  }
}

/**
 * `multipart/form-data`: fields are text, files are {@link UploadedFile}s in memory.
 *
 * A part with a file name, or with a media type other than plain text, is a file.
 */
export class MultipartSerializer implements Serializer {
  readonly shapes: readonly ContentShape[] = ['object'];

  async read(bytes: Buffer, mediaType: MediaType): Promise<unknown> {
    verifyParts(bytes, mediaType.parameters.boundary, MAX_FIELDS);
    const parts: { readonly part: FormPart; readonly chunks: Buffer[] }[] = [];
    const onPart = (part: FormPart) => {
      const chunks: Buffer[] = [];
      parts.push({ part, chunks });
      part.on('data', (chunk: Buffer) => chunks.push(chunk));
    };
    await parse(bytes, mediaType, { multipart: true, urlencoded: false, formidable: { onPart } as object });
    const fields = new FormFields(MAX_FIELDS);
    for (const { part, chunks } of parts) fields.add(nameOf(part), contentOf(part, Buffer.concat(chunks)));
    return fields.content;
  }
}

/** A part of a multipart body, as koa-body passes it. */
interface FormPart extends Stream {
  readonly headers: Readonly<Record<string, string>>;
  readonly name: string | null;
  readonly originalFilename: string | null;
  readonly mimetype: string | null;
}

/** Passes the bytes to koa-body as a request. */
async function parse(bytes: Buffer, mediaType: MediaType, options: KoaBodyOptions): Promise<object | undefined> {
  const parameters = Object.entries(mediaType.parameters).map(([name, value]) => `; ${name}="${value}"`);
  const headers = { 'content-type': mediaType.name + parameters.join(''), 'content-length': String(bytes.length) };
  const request: { body?: object } = {};
  const ctx = {
    method: 'POST',
    req: Object.assign(Readable.from([bytes]), { headers }),
    request,
    is: () => mediaType.name,
  };
  try {
    await parserOf({ ...options, json: false, text: false })(ctx as unknown as Context, async () => undefined);
  } catch (cause) {
    throw new BadRequestException(`The body is not a valid form${reasonOf(cause)}.`, { cause });
  }
  return request.body;
}

/** koa-body is loaded with the first form, to save memory in services without forms. */
function parserOf(options: KoaBodyOptions): ReturnType<typeof koaBody> {
  const { koaBody } = require('koa-body') as typeof import('koa-body');
  return koaBody(options);
}

function reasonOf(cause: unknown): string {
  // Some messages of the parsers end with a full stop.
  return cause instanceof Error && cause.message ? `: ${cause.message.replace(/\.$/, '')}` : '';
}

function verifyEncoding(text: string): void {
  try {
    decodeURIComponent(text.replaceAll('+', ' '));
  } catch (cause) {
    throw new BadRequestException('The form is not correctly percent-encoded.', { cause });
  }
}

/** koa-body silently drops names such as `__proto__`. */
function verifyComplete(text: string, fieldCount: number): void {
  const sent = text.split('&').filter((pair) => pair !== '').length;
  if (fieldCount < sent) throw new BadRequestException('The form has a field whose name is not accepted.');
}

/** Browsers encode quotes and line breaks in names as `%22`, `%0D` and `%0A`. */
function nameOf({ name }: FormPart): string {
  if (name === null) throw new BadRequestException('The body is not a valid form: a part has no name.');
  return name.replace(/%(?:22|0D|0A)/g, decodeURIComponent);
}

function contentOf(part: FormPart, content: Buffer): string | UploadedFile {
  const { mimetype } = part;
  const fileName = part.originalFilename ?? extendedName(part.headers['content-disposition'] ?? '');
  const mediaType = mimetype === null ? PLAIN_TEXT : parseMediaType(mimetype);
  if (fileName === undefined && mediaType?.name === PLAIN_TEXT.name) return readText(content, mediaType);
  return new UploadedFile(withoutFolders(fileName ?? ''), mimetype ?? 'application/octet-stream', content);
}

/** @see RFC 8187: `filename*=UTF-8''na%C3%AFve.txt` */
function extendedName(disposition: string): string | undefined {
  const encoded = /;\s?filename\*=utf-8''([^\s;]+)/i.exec(disposition)?.[1];
  try {
    return encoded && decodeURIComponent(encoded);
  } catch (cause) {
    throw new BadRequestException('The name of a file in the form is not correctly percent-encoded.', { cause });
  }
}

function withoutFolders(fileName: string): string {
  return fileName.slice(Math.max(fileName.lastIndexOf('/'), fileName.lastIndexOf('\\')) + 1);
}

import { mediaTypeText, parseMediaType } from '../../core';
import type { Row } from '../../persistence';
import type { Operation } from '../operation/operation';

/**
 * The media types that browsers may show inline. All others are downloads: an uploaded HTML or SVG document could run
 * scripts in the origin of the API.
 */
const INLINE = /^(image\/(png|jpeg|gif|webp|avif|bmp)|audio\/[\w.+-]+|video\/[\w.+-]+|text\/plain)$/;

/**
 * The headers for the bytes of a large value: their stored media type, and protection against scripts in them.
 *
 * @see OWASP File Upload Cheat Sheet
 */
export function largeValueHeaders({ field }: Operation, row: Row): Readonly<Record<string, string>> {
  const { mediaType, mediaTypeField } = field!.large!;
  const stored = mediaTypeField === undefined ? null : (row.get(mediaTypeField) ?? null);
  const contentType = (stored === null ? undefined : parseMediaType(String(stored))) ?? parseMediaType(mediaType)!;
  const disposition = INLINE.test(contentType.name) ? 'inline' : 'attachment';
  return {
    'Content-Type': mediaTypeText(contentType),
    'Content-Disposition': `${disposition}; filename="${field!.wireName}"`,
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'X-Content-Type-Options': 'nosniff',
  };
}

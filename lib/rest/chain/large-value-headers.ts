import { mediaTypeText, parseMediaType, type Response } from '../../core';
import type { Row } from '../../persistence';
import type { Operation } from '../operation/operation';

/**
 * Media types that a browser may show inline; everything else is offered to be saved, since a document or a drawing that a
 * user has sent could run scripts with the rights of the page's origin.
 */
const SHOWN = /^(image\/(png|jpeg|gif|webp|avif|bmp)|audio\/[\w.+-]+|video\/[\w.+-]+|text\/plain)$/;

/**
 * Says what the bytes are, and keeps browsers from making more of them.
 *
 * @see OWASP File Upload Cheat Sheet
 */
export function protect(response: Response, { field }: Operation, row: Row): void {
  const { mediaType, mediaTypeField } = field!.large!;
  const stored = mediaTypeField === undefined ? null : (row.get(mediaTypeField) ?? null);
  const told = (stored === null ? undefined : parseMediaType(String(stored))) ?? parseMediaType(mediaType)!;
  const way = SHOWN.test(told.name) ? 'inline' : 'attachment';
  response
    .setHeader('Content-Type', mediaTypeText(told))
    .setHeader('Content-Disposition', `${way}; filename="${field!.wireName}"`)
    .setHeader('Content-Security-Policy', "default-src 'none'; sandbox")
    .setHeader('X-Content-Type-Options', 'nosniff');
}

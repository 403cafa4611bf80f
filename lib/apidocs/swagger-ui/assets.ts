import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NotFoundException, type RouteHandler } from '../../core';
import type { OptionalPackage } from '../../foundation';
import { StoredText } from '../stored-text';
import { ASSETS } from './page';

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  [ASSETS.style]: 'text/css; charset=utf-8',
  [ASSETS.script]: 'text/javascript; charset=utf-8',
};

/**
 * Serves the files of swagger-ui-dist that the page needs, and no other, at `{version}/{file}`.
 *
 * They are read when first asked for; a version never changes, so that clients may keep them for a year.
 */
export function assetsHandler({ version, folder }: OptionalPackage): RouteHandler {
  const assets = new Map<string, StoredText>();
  return (request, response) => {
    const { version: asked, file = '' } = request.pathParameters;
    const mediaType = Object.hasOwn(MEDIA_TYPES, file) ? MEDIA_TYPES[file] : undefined;
    if (asked !== version || !mediaType) throw new NotFoundException(`Swagger UI ${version} has no such file here.`);
    const asset = assets.get(file) ?? read(join(folder, file), mediaType);
    assets.set(file, asset);
    asset.send(request, response);
  };
}

function read(path: string, mediaType: string): StoredText {
  return new StoredText(readFileSync(path), {
    'Content-Type': mediaType,
    'Cache-Control': 'public, max-age=31536000, immutable',
  });
}

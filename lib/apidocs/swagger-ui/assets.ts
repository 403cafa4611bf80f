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
 * Serves the two files of swagger-ui-dist that the page loads, at `{version}/{file}`.
 *
 * Files are read on first use. Clients may cache them for a year, because the path contains the version.
 */
export function assetsHandler({ version, folder }: OptionalPackage): RouteHandler {
  const assets = new Map<string, StoredText>();
  return (request, response) => {
    const { version: requestedVersion, file = '' } = request.pathParameters;
    const mediaType = Object.hasOwn(MEDIA_TYPES, file) ? MEDIA_TYPES[file] : undefined;
    if (requestedVersion !== version || !mediaType) {
      throw new NotFoundException(`No file ${requestedVersion}/${file} of Swagger UI ${version} is served.`);
    }
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

import { isObject } from '../../foundation';
import type { ContentAdapter } from './content-adapter';
import { fromInstance } from './plain-instance';
import type { Request } from './request';
import type { ContentStream } from './serializer';
import { UnwritableContentError, writable } from './unwritable-content-error';

/**
 * Converts the result of a resource method to plain content; in an array, each element.
 *
 * @throws UnwritableContentError
 */
export function plainContent(content: unknown, adapters: readonly ContentAdapter[], request: Request): unknown {
  if (!Array.isArray(content)) return plainElement(content, adapters, request);
  return content.map((element, index) => {
    try {
      return plainElement(element, adapters, request);
    } catch (error) {
      throw error instanceof UnwritableContentError ? error.within(index) : error;
    }
  });
}

/** Converts the elements of a stream to plain content. */
export async function* plainStream(
  elements: AsyncIterable<unknown>,
  adapters: readonly ContentAdapter[],
  request: Request,
): ContentStream {
  for await (const element of elements) yield plainElement(element, adapters, request);
}

function plainElement(value: unknown, adapters: readonly ContentAdapter[], request: Request): unknown {
  if (!isObject(value)) return writable(value);
  const adapter = adapters.find((candidate) => candidate.canWrite(value));
  return writable(adapter ? adapter.write(value, request) : fromInstance(value));
}

/**
 * Converts the extension members of a problem to plain content.
 *
 * @throws UnwritableContentError
 */
export function plainExtensions(extensions: object, adapters: readonly ContentAdapter[], request: Request): object {
  return writable(
    adapters.reduce((written, adapter) => adapter.writeExtensions?.(written, request) ?? written, extensions),
  );
}

import { isObject } from '../../foundation';
import type { ContentAdapter } from './content-adapter';
import { fromInstance } from './plain-instance';
import type { Request } from './request';
import type { ContentStream } from './serializer';

/** Makes plain content of what a resource method returned: itself and, in an array, each element. */
export function writtenContent(content: unknown, adapters: readonly ContentAdapter[], request: Request): unknown {
  if (Array.isArray(content)) return content.map((element) => writtenElement(element, adapters, request));
  return writtenElement(content, adapters, request);
}

/** The same for a list that arrives element by element. */
export async function* writtenStream(
  elements: AsyncIterable<unknown>,
  adapters: readonly ContentAdapter[],
  request: Request,
): ContentStream {
  for await (const element of elements) yield writtenElement(element, adapters, request);
}

function writtenElement(value: unknown, adapters: readonly ContentAdapter[], request: Request): unknown {
  if (!isObject(value)) return value;
  const adapter = adapters.find((candidate) => candidate.writes(value));
  return adapter ? adapter.write(value, request) : fromInstance(value);
}

/** The members of a problem beside its standard ones. */
export function writtenExtensions(extensions: object, adapters: readonly ContentAdapter[], request: Request): object {
  return adapters.reduce((written, adapter) => adapter.writeExtensions?.(written, request) ?? written, extensions);
}

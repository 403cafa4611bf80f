import type { ContentClass, Request } from './request';

/**
 * Converts content to instances of some classes, and such instances to plain content.
 *
 * It is called for the content itself and for the elements of arrays and async iterables.
 */
export interface ContentAdapter {
  canRead(type: ContentClass<unknown>): boolean;
  /** @param content the result of the body's serializer */
  read(type: ContentClass<unknown>, content: unknown, request: Request): unknown;
  canWrite(value: object): boolean;
  /** @returns plain content, which any serializer can write */
  write(value: object, request: Request): unknown;
  /** Converts the extension members of a problem, whose names stay. When absent, they are not converted. */
  writeExtensions?(extensions: object, request: Request): object;
  /** Whether it comes after all other adapters. */
  readonly isFallback?: boolean;
}

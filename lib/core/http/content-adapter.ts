import type { ContentClass, Request } from './request';

/**
 * How another room turns content into instances of its classes, and these into plain content.
 *
 * Instances are looked for at the top level, inside an array and inside an async iterable.
 */
export interface ContentAdapter {
  reads(type: ContentClass<unknown>): boolean;
  /** @param content as the serializer of the body read it */
  read(type: ContentClass<unknown>, content: unknown, request: Request): unknown;
  writes(value: object): boolean;
  /** @returns what any serializer can write */
  write(value: object, request: Request): unknown;
  /** The same for the members that a problem has beside the standard ones, whose names stay; without it they are left as they are. */
  writeExtensions?(extensions: object, request: Request): object;
  /** Whether it is asked after all others. */
  readonly isLast?: boolean;
}

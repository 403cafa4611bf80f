import { handlePromisesIn } from '../../foundation';
import { DeferredContent } from './deferred-content';

/** Handles the rejections of promises inside content, so that they cannot end the process before it is written. */
export function handlePromises(content: unknown): void {
  // Deferred content is of the framework and has none; reading it is expensive.
  if (!(content instanceof DeferredContent)) handlePromisesIn(content);
}

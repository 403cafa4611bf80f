import type { Response } from '../../core';
import type { Operation } from '../operation/operation';
import { confirmPreferences, type Preferences } from './preferences';

/**
 * Gives a response what its operation says of one with that content, or without.
 *
 * @returns the content where its status is 200, for whoever overrides the route to work with; else it is set
 */
export function respond(
  { output }: Operation,
  response: Response,
  preferences: Preferences,
  content: unknown = undefined,
): unknown {
  confirmPreferences(response, preferences);
  if (content === undefined) return void response.setStatus(output.emptyStatus!);
  if (output.status === 200) return content;
  return void response.setStatus(output.status!).setContent(content);
}

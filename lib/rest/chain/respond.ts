import type { Response } from '../../core';
import type { Operation } from '../operation/operation';
import { noteSet, oldNames } from './old-names-in-content';
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
  if (preferences.isStrict || preferences.isMinimal) confirmPreferences(response, preferences);
  if (content === undefined) return void response.setStatus(output.emptyStatus!);
  if (output.status === 200) return content;
  if (oldNames.areServed) noteSet(response, content);
  return void response.setStatus(output.status!).setContent(content);
}

/** The same where the request has created what its operation is about. */
export function respondCreated(
  { output }: Operation,
  response: Response,
  preferences: Preferences,
  content: unknown = undefined,
): void {
  confirmPreferences(response, preferences);
  response.setStatus(output.createdStatus!);
  if (content === undefined) return;
  if (oldNames.areServed) noteSet(response, content);
  response.setContent(content);
}

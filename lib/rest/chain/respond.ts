import type { Response } from '../../core';
import type { Operation } from '../operation/operation';
import { noteOldNamesSet, oldNames } from './old-names-in-content';
import { confirmPreferences, type Preferences } from './preferences';

/**
 * Sets the status and headers of an operation's response, with or without content.
 *
 * @returns the content for status 200, so that an override can change it; any other content is set on the response
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
  if (oldNames.areServed) noteOldNamesSet(response, content);
  return void response.setStatus(output.status!).setContent(content);
}

/** Sets the response of a PUT that has created its single child. */
export function respondCreated(
  { output }: Operation,
  response: Response,
  preferences: Preferences,
  content: unknown = undefined,
): void {
  confirmPreferences(response, preferences);
  response.setStatus(output.createdStatus!);
  if (content === undefined) return;
  if (oldNames.areServed) noteOldNamesSet(response, content);
  response.setContent(content);
}

import type { ContentTag, Response } from '../../core';
import type { EntityKey } from '../../persistence';
import { noteOldNamesSet, oldNames } from '../chain/old-names-in-content';
import type { Preferences } from '../chain/preferences';
import type { Operation } from '../operation/operation';

/** The outcome of a call, which a response represents. */
export interface Outcome {
  readonly status: number;
  /** Undefined without a body. */
  readonly content?: unknown;
  /** The key of the one created entity. */
  readonly created?: EntityKey;
  readonly location?: string;
  /** The header `Missing-Ids`. */
  readonly missing?: string;
  /** The header `Link`. */
  readonly links?: string;
  readonly tag?: ContentTag;
  /** The preferences that were applied. */
  readonly preferences?: Preferences;
  /** Further headers, of large values. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The status of an operation's response, with or without content. */
export function statusOf({ output }: Operation, content: unknown): number {
  return content === undefined ? output.emptyStatus! : output.status!;
}

/**
 * Writes an outcome into a response.
 *
 * @returns the content for status 200, so that an override can change it; any other content is set on the response
 */
export function represent(outcome: Outcome, response: Response): unknown {
  const { status, content, location, missing, links, tag, preferences, headers } = outcome;
  if (location !== undefined) response.setHeader('Location', location);
  if (missing !== undefined) response.setHeader('Missing-Ids', missing);
  if (links !== undefined) response.setHeader('Link', links);
  if (headers) for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  if (tag) response.setEntityTag(tag);
  if (preferences && (preferences.isStrict || preferences.isMinimal))
    response.setHeader('Preference-Applied', appliedIn(preferences));
  if (content === undefined) return void response.setStatus(status);
  // A large value belongs to its headers.
  if (status === 200 && !headers) return content;
  if (oldNames.areServed) noteOldNamesSet(response, content);
  return void response.setStatus(status).setContent(content);
}

/** The header `Preference-Applied`; empty without a preference. */
export function appliedIn({ isStrict, isMinimal }: Preferences): string {
  return [isStrict && 'handling=strict', isMinimal && 'return=minimal'].filter(Boolean).join(', ');
}

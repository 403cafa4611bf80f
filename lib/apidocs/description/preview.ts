import type { RouteDescription } from '../../core';
import { type Operation, operationOf, type Preference } from '../../rest';
import { type JsonSchema, refTo } from '../schema/json-schema';
import type { DocumentSource } from '../source';
import type { ResponseDescription } from './api-description';
import { eitherResponse } from './either-response';
import { header } from './headers';
import { contentsOf, mediaTypesOf } from './media-types';
import { FIELD_ERRORS } from './problems';

/** Name of the model. */
export const PREVIEW = 'Preview';

export const PREVIEW_SCHEMA: JsonSchema = {
  title: PREVIEW,
  type: 'object',
  properties: {
    status: { type: 'integer' },
    detail: { type: 'string' },
    changes: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          path: { type: 'string' },
          before: {},
          after: {},
        },
        required: ['path', 'before', 'after'],
      },
    },
    violations: FIELD_ERRORS,
  },
  required: ['status', 'changes', 'violations'],
};

/**
 * Adds the preview to the 200 of a route, which has none of its own where it succeeds with another status. It comes last,
 * because the first response of success is the one without preferences.
 */
export function withPreview(
  source: DocumentSource,
  route: RouteDescription,
  responses: readonly ResponseDescription[],
): readonly ResponseDescription[] {
  const operation = operationOf(route);
  if (!operation || !describedPreferences(source, operation).includes('preview')) return responses;
  const preview: ResponseDescription = {
    status: 200,
    description: 'With `Prefer: preview`: what the request would change. Nothing is stored.',
    headers: [header('Preference-Applied'), header('Missing-Ids')],
    contents: contentsOf(mediaTypesOf(source, route).written, { object: refTo(PREVIEW) }),
    component: 'Previewed',
  };
  const isStatus = ({ status }: ResponseDescription) => status === preview.status;
  return responses.some(isStatus)
    ? responses.map((one) => (isStatus(one) ? eitherResponse(one, preview) : one))
    : [...responses, preview];
}

/** The preferences of an operation that the document describes. */
export function describedPreferences({ previews }: DocumentSource, { input }: Operation): readonly Preference[] {
  return previews ? input.preferences : input.preferences.filter((preference) => preference !== 'preview');
}

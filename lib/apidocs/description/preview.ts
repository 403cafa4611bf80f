import type { RouteDescription } from '../../core';
import type { Operation } from '../../rest';
import { type JsonSchema, refTo } from '../schema/json-schema';
import type { DocumentSource } from '../source';
import type { ContentDescription } from './api-description';
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

/** The contents of a preview; empty for a route without previews. */
export function previewContents(
  source: DocumentSource,
  route: RouteDescription,
  { input }: Operation,
): readonly ContentDescription[] {
  if (!input.preferences.includes('preview')) return [];
  return contentsOf(mediaTypesOf(source, route).written, { object: refTo(PREVIEW) });
}

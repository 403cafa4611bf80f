import { abilitiesOf, type ContentShape, type RouteDescription, type SerializerSetting } from '../../core';
import { operationOf } from '../../rest';
import type { JsonSchema } from '../schema/json-schema';
import type { DocumentSource } from '../source';
import type { ContentDescription } from './api-description';

interface MediaType {
  readonly name: string;
  /** Anything when absent. */
  readonly holds?: readonly ContentShape[];
}

/** The media types of one route, the preferred first. */
export interface MediaTypes {
  readonly read: readonly MediaType[];
  readonly written: readonly MediaType[];
}

/** The forms that a body has, the usual one first; `any` where nothing is known of it. */
export type ContentForms = Readonly<Partial<Record<ContentShape | 'any', JsonSchema>>>;

export function mediaTypesOf({ configuration }: DocumentSource, route: RouteDescription): MediaTypes {
  const { serializers, defaultMediaType } = configuration;
  const own = [route.resourceConfiguration, route.configuration].flatMap((one) => (one ? [one] : []));
  const known = new Map<string, SerializerSetting>([
    ...Object.entries(serializers),
    ...own.flatMap((one) => [...one.serializers]),
  ]);
  const first = own.at(-1)?.defaultMediaType ?? own[0]?.defaultMediaType ?? defaultMediaType;
  const sorted = [...known].sort(([one], [other]) => Number(other === first) - Number(one === first));
  const all = sorted.map(([name, setting]) => ({ name, ...abilitiesOf(setting) }));
  const read = all.filter(({ reads }) => reads);
  return {
    read: read.flatMap((one) => (one.name === JSON_TYPE && mayMerge(route) ? [one, MERGE_PATCH] : [one])),
    written: all.filter(({ writes }) => writes),
  };
}

const JSON_TYPE = 'application/json';

/** Read as JSON, by its suffix. */
const MERGE_PATCH: MediaType = { name: 'application/merge-patch+json' };

/** PUT does what PATCH does, so that both have one body. */
function mayMerge(route: RouteDescription): boolean {
  return operationOf(route)?.verb === 'update';
}

/** The content in each of the media types that can hold one of its forms. */
export function contentsOf(mediaTypes: readonly MediaType[], forms: ContentForms): readonly ContentDescription[] {
  return mediaTypes.flatMap(({ name, holds }) => {
    const schemas = schemasIn(forms, holds);
    const [schema] = schemas;
    return schema ? [{ mediaType: name, schema: schemas.length > 1 ? { anyOf: schemas } : schema }] : [];
  });
}

/** The form of content that a schema describes: that of a model is an object. */
export function formOf(schema: JsonSchema): ContentForms {
  const { type, $ref } = schema;
  if (type === 'array') return { list: schema };
  if (type === 'object' || $ref !== undefined) return { object: schema };
  return type === 'string' ? { text: schema } : { any: schema };
}

function schemasIn(forms: ContentForms, holds: readonly ContentShape[] | undefined): readonly JsonSchema[] {
  if (!holds) return Object.values(forms);
  if (forms.any) return [holds.length === 1 && holds[0] === 'text' ? { type: 'string' } : forms.any];
  return holds.flatMap((shape) => forms[shape] ?? []);
}

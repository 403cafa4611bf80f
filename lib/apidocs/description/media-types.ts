import { abilitiesOf, type ContentShape, type RouteDescription, type SerializerSetting } from '../../core';
import type { JsonSchema } from '../schema/json-schema';
import type { DocumentSource } from '../source';
import type { ContentDescription } from './api-description';

interface MediaType {
  readonly name: string;
  /** The shapes of content that it can hold; any when absent. */
  readonly shapes?: readonly ContentShape[];
}

/** The media types of one route, the default first. */
export interface MediaTypes {
  readonly read: readonly MediaType[];
  readonly written: readonly MediaType[];
}

/** The schemas of a body by its shape, the usual one first; `any` where the shape is unknown. */
export type ContentForms = Readonly<Partial<Record<ContentShape | 'any', JsonSchema>>>;

export function mediaTypesOf({ configuration, moduleRoot }: DocumentSource, route: RouteDescription): MediaTypes {
  const { serializers, defaultMediaType } = configuration;
  const overriding = [route.resourceConfiguration, route.configuration].filter((one) => one !== undefined);
  const settings = new Map<string, SerializerSetting>([
    ...Object.entries(serializers),
    ...overriding.flatMap((one) => [...one.serializers]),
  ]);
  const first = overriding.at(-1)?.defaultMediaType ?? overriding[0]?.defaultMediaType ?? defaultMediaType;
  const sorted = [...settings].sort(([one], [other]) => Number(other === first) - Number(one === first));
  const all = sorted.map(([name, setting]) => ({ name, ...abilitiesOf(name, setting, moduleRoot) }));
  const read = all.filter(({ reads }) => reads);
  const patches = (route.patchTypes ?? []).map((name): MediaType => ({ name }));
  return {
    // All patches are JSON, which is read by the serializer of that.
    read: read.flatMap((one) => (one.name === JSON_TYPE ? [one, ...patches] : [one])),
    written: all.filter(({ writes }) => writes),
  };
}

const JSON_TYPE = 'application/json';

/** The content for each media type that can hold one of its shapes. */
export function contentsOf(mediaTypes: readonly MediaType[], forms: ContentForms): readonly ContentDescription[] {
  return mediaTypes.flatMap(({ name, shapes }) => {
    const schemas = schemasFor(forms, shapes);
    const [schema] = schemas;
    return schema ? [{ mediaType: name, schema: schemas.length > 1 ? { anyOf: schemas } : schema }] : [];
  });
}

/** Sorts a schema under the shape that it describes. A reference to a model is an object. */
export function formOf(schema: JsonSchema): ContentForms {
  const { type, $ref } = schema;
  if (type === 'array') return { list: schema };
  if (type === 'object' || $ref !== undefined) return { object: schema };
  return type === 'string' ? { text: schema } : { any: schema };
}

function schemasFor(forms: ContentForms, shapes: readonly ContentShape[] | undefined): readonly JsonSchema[] {
  if (!shapes) return Object.values(forms);
  if (forms.any) return [shapes.length === 1 && shapes[0] === 'text' ? { type: 'string' } : forms.any];
  return shapes.flatMap((shape) => forms[shape] ?? []);
}

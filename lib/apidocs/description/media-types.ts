import type { RouteDescription, SerializerSetting } from '../../core';
import type { JsonSchema } from '../schema/json-schema';
import type { DocumentSource } from '../source';
import type { ContentDescription } from './api-description';

/** The media types of one route, the preferred first. */
export interface MediaTypes {
  readonly read: readonly string[];
  readonly written: readonly string[];
}

/** Shipped serializers that read only; of a project's own it is not known, so that both are told. */
const READING_ONLY = new Set(['FormSerializer', 'MultipartSerializer']);

/** Formats whose values have types as in JSON. */
const TYPED = /^application\/(yaml|json|[^;]+\+(json|yaml))$/;

export function mediaTypesOf({ configuration }: DocumentSource, route: RouteDescription): MediaTypes {
  const { serializers, defaultMediaType } = configuration;
  const own = [route.resourceConfiguration, route.configuration].flatMap((one) => (one ? [one] : []));
  const known = new Map<string, SerializerSetting>([
    ...Object.entries(serializers),
    ...own.flatMap((one) => [...one.serializers]),
  ]);
  const first = own.at(-1)?.defaultMediaType ?? own[0]?.defaultMediaType ?? defaultMediaType;
  const sorted = [...known].sort(([one], [other]) => Number(other === first) - Number(one === first));
  const read = sorted.filter(([, setting]) => reads(setting)).map(([name]) => name);
  const isMerged = route.method === 'PATCH' && read.includes('application/json');
  return {
    read: isMerged ? ['application/merge-patch+json', ...read] : read,
    written: sorted.filter(([, setting]) => writes(setting)).map(([name]) => name),
  };
}

/** The same content in each of the media types. */
export function contentsOf(mediaTypes: readonly string[], schema: JsonSchema): readonly ContentDescription[] {
  return mediaTypes.map((mediaType) => (TYPED.test(mediaType) ? { mediaType, schema } : { mediaType }));
}

function reads(setting: SerializerSetting): boolean {
  return 'class' in setting || setting.read !== undefined;
}

function writes(setting: SerializerSetting): boolean {
  return 'class' in setting ? !READING_ONLY.has(setting.class) : setting.write !== undefined;
}

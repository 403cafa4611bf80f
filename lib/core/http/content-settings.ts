import type { ItemShape } from './item-shape';
import { baseMediaType, type MediaType } from './media-type';
import type { ContentShape, Serializer } from './serializer';

/** The content settings of one route, after inheritance. */
export interface ContentSettings {
  readonly defaultMediaType: string;
  /** By media type, in the order of preference. */
  readonly serializers: ReadonlyMap<string, Serializer>;
  /** In bytes, after inflating. */
  readonly maxBodyBytes: number;
}

/** A serializer that reads. */
export type Reader = Serializer & {
  read: NonNullable<Serializer['read']>;
  /** Counts items in linear time, without parsing. It may miss some, and throws what `read` throws for a charset. */
  countItems?(bytes: Buffer, mediaType: MediaType, shape: ItemShape): number;
};
export type Writer = Serializer & { write: NonNullable<Serializer['write']> };

/** The serializer that reads a media type, by its name, suffix or alias. */
export function readerOf({ serializers }: ContentSettings, mediaType: string): Reader | undefined {
  const found = serializers.get(mediaType) ?? serializers.get(baseMediaType(mediaType));
  return found?.read ? (found as Reader) : undefined;
}

export function writerOf({ serializers }: ContentSettings, mediaType: string): Writer | undefined {
  const found = serializers.get(mediaType) ?? serializers.get(baseMediaType(mediaType));
  return found?.write ? (found as Writer) : undefined;
}

/** Leaves only the serializers whose bodies can have one of the shapes. */
export function withShapes(settings: ContentSettings, shapes: readonly ContentShape[] | undefined): ContentSettings {
  if (!shapes) return settings;
  const fitting = [...settings.serializers].filter(
    ([, serializer]) => serializer.shapes?.some((shape) => shapes.includes(shape)) ?? true,
  );
  return { ...settings, serializers: new Map(fitting) };
}

/** Leaves only the serializer that reads the media type, if there is one. */
export function withOnlyReader(settings: ContentSettings, mediaType: string): ContentSettings {
  const reader = readerOf(settings, mediaType);
  return { ...settings, serializers: new Map(reader ? [[mediaType, reader]] : []) };
}

export function readableTypes({ serializers }: ContentSettings): string[] {
  return [...serializers].filter(([, serializer]) => serializer.read).map(([mediaType]) => mediaType);
}

/** The media types that can be written, in order of preference. */
export function writableTypes(settings: ContentSettings, preferred?: string): string[] {
  const known = [...settings.serializers].filter(([, serializer]) => serializer.write).map(([name]) => name);
  const first = [preferred, settings.defaultMediaType].filter(
    (name) => name && settings.serializers.get(name)?.write,
  ) as string[];
  return [...new Set([...first, ...known])];
}

import type { ContentSettings } from './content-settings';
import type { Serializer } from './serializer';

/** The settings of a resource or a route that differ from those of its application; absent ones are inherited. */
export interface ContentOptions {
  readonly defaultMediaType?: string;
  /** By media type; each joins the inherited ones and replaces only its own media type. */
  readonly serializers?: Readonly<Record<string, Serializer>>;
  /** In bytes, after inflating; in place of the application's `limits.body`. */
  readonly maxBodyBytes?: number;
}

/** The common shape of {@link ResourceConfiguration} and {@link RouteConfiguration}. */
abstract class ContentConfiguration {
  readonly defaultMediaType?: string;
  readonly maxBodyBytes?: number;
  readonly #serializers = new Map<string, Serializer>();

  constructor({ defaultMediaType, serializers = {}, maxBodyBytes }: ContentOptions = {}) {
    this.defaultMediaType = defaultMediaType?.toLowerCase();
    this.maxBodyBytes = maxBodyBytes;
    for (const [mediaType, serializer] of Object.entries(serializers)) this.addSerializer(mediaType, serializer);
  }

  /** Adds one for this level and those below it. */
  addSerializer(mediaType: string, serializer: Serializer): this {
    this.#serializers.set(mediaType.toLowerCase(), serializer);
    return this;
  }

  /** By media type, those of this level; after inheritance, all. */
  get serializers(): ReadonlyMap<string, Serializer> {
    return this.#serializers;
  }

  /** A copy of the same class in which everything is set: by this level, else by the one above. */
  inheriting(parent: ContentSettings): this & ContentSettings {
    const settings = {
      defaultMediaType: this.defaultMediaType ?? parent.defaultMediaType,
      maxBodyBytes: this.maxBodyBytes ?? parent.maxBodyBytes,
      serializers: Object.fromEntries([...parent.serializers, ...this.#serializers]),
    };
    const copy = Reflect.construct(this.constructor, [settings]);
    const { defaultMediaType, maxBodyBytes } = settings;
    return Object.assign(copy, this, { defaultMediaType, maxBodyBytes });
  }
}

/** Settings of all routes of a resource, in place of those of the application. */
export class ResourceConfiguration extends ContentConfiguration {}

/** Settings of one route, in place of those of its resource and its application. */
export class RouteConfiguration extends ContentConfiguration {}

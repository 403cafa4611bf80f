import { checkOptions, type OptionKinds } from '../../foundation';
import type { ContentSettings } from './content-settings';
import type { Serializer } from './serializer';

/** Settings of a resource or a route; absent ones are inherited from the application. */
export interface ContentOptions {
  readonly defaultMediaType?: string;
  /** By media type; added to the inherited ones, replacing those of the same media type. */
  readonly serializers?: Readonly<Record<string, Serializer>>;
  /** In bytes, after inflating; overrides the application's `limits.body`. */
  readonly maxBodyBytes?: number;
}

const OPTIONS = {
  defaultMediaType: 'name',
  serializers: 'options',
  maxBodyBytes: 'number',
} satisfies OptionKinds<ContentOptions>;

/** The base of {@link ResourceConfiguration} and {@link RouteConfiguration}. */
export abstract class ContentConfiguration {
  readonly defaultMediaType?: string;
  readonly maxBodyBytes?: number;
  readonly #serializers = new Map<string, Serializer>();

  constructor(options: ContentOptions = {}) {
    checkOptions(options, OPTIONS, `new ${new.target.name}()`);
    const { defaultMediaType, serializers = {}, maxBodyBytes } = options;
    this.defaultMediaType = defaultMediaType?.toLowerCase();
    this.maxBodyBytes = maxBodyBytes;
    for (const [mediaType, serializer] of Object.entries(serializers)) this.addSerializer(mediaType, serializer);
  }

  /** Adds a serializer for this level and those below it. */
  addSerializer(mediaType: string, serializer: Serializer): this {
    this.#serializers.set(mediaType.toLowerCase(), serializer);
    return this;
  }

  /** The serializers of this level by media type; in an `ApplicationContext`, the inherited ones too. */
  get serializers(): ReadonlyMap<string, Serializer> {
    return this.#serializers;
  }

  /**
   * Returns a copy of the same class with the settings of the parent where this level has none.
   *
   * @internal
   */
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

/** Settings of all routes of a resource, which override those of the application. */
export class ResourceConfiguration extends ContentConfiguration {}

/** Settings of one route, which override those of its resource and application. */
export class RouteConfiguration extends ContentConfiguration {}

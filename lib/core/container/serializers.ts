import type { Mistakes } from '../../foundation';
import type { SerializerSetting } from '../config/content-keys';
import type { Serializer } from '../http/serializer';
import { CsvSerializer } from '../http/serializers/csv-serializer';
import { JsonSerializer } from '../http/serializers/json-serializer';
import { TextSerializer } from '../http/serializers/text-serializer';
import { XmlSerializer } from '../http/serializers/xml-serializer';
import { YamlSerializer } from '../http/serializers/yaml-serializer';
import { FormSerializer, MultipartSerializer } from '../koa/form-serializer';
import { StartError } from './errors';
import { loadClass } from './module-loader';

/** By the names that configurations use, which a minifier does not change here. */
const SHIPPED: ReadonlyMap<string, new () => Serializer> = new Map(
  Object.entries({
    CsvSerializer,
    FormSerializer,
    JsonSerializer,
    MultipartSerializer,
    TextSerializer,
    XmlSerializer,
    YamlSerializer,
  }),
);

const SHIPPED_CLASSES: ReadonlySet<unknown> = new Set(SHIPPED.values());

/** The configured serializers by media type: SERIALIZER_UNKNOWN, MODULE_NOT_FOUND, EXPORT_NOT_FOUND. */
export function configuredSerializers(
  settings: Readonly<Record<string, SerializerSetting>>,
  moduleRoot: string,
  mistakes: Mistakes,
): ReadonlyMap<string, Serializer> {
  const serializers = new Map<string, Serializer>();
  for (const [mediaType, setting] of Object.entries(settings)) {
    mistakes.collect(() => serializers.set(mediaType, create(mediaType, setting, moduleRoot)));
  }
  return serializers;
}

const abilities = new WeakMap<SerializerSetting, SerializerAbilities>();

/**
 * The abilities of a configured serializer. A class of the project is loaded and constructed once for each setting.
 *
 * @throws StartError as the start does
 */
export function abilitiesOf(mediaType: string, setting: SerializerSetting, moduleRoot: string): SerializerAbilities {
  const known = abilities.get(setting);
  if (known) return known;
  const { read, write, shapes } = create(mediaType, setting, moduleRoot);
  const found = { reads: read !== undefined, writes: write !== undefined, shapes };
  abilities.set(setting, found);
  return found;
}

export interface SerializerAbilities extends Pick<Serializer, 'shapes'> {
  readonly reads: boolean;
  readonly writes: boolean;
}

/** Whether all serializers are shipped ones, so that no application code reads or writes content. */
export function areShipped(serializers: ReadonlyMap<string, Serializer>): boolean {
  return [...serializers.values()].every((serializer) => SHIPPED_CLASSES.has(serializer.constructor));
}

function create(mediaType: string, setting: SerializerSetting, moduleRoot: string): Serializer {
  if (!('class' in setting)) return setting;
  const Shipped = SHIPPED.get(setting.class);
  if (Shipped) return new Shipped();
  if (!setting.class.includes(':')) {
    throw new StartError('SERIALIZER_UNKNOWN', mediaType, setting.class, [...SHIPPED.keys()].join(', '));
  }
  return new (loadClass(setting.class, moduleRoot))() as Serializer;
}

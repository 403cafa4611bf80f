import type { Mistakes } from '../../foundation';
import { hasMethod, nameOfPart, partFault } from '../../foundation';
import type { ApplicationConfiguration } from '../config/application-configuration';
import { type ContentSettings, writableTypes } from '../http/content-settings';
import type { ResourceConfiguration, RouteConfiguration } from '../http/route-configuration';
import type { RouteDefinition } from '../http/route-definition';
import type { Serializer } from '../http/serializer';
import { StartError } from './errors';
import { describeRoute } from './registrations';
import { configuredSerializers } from './serializers';

/** The content settings of an application, which its resources and routes inherit. */
export function contentSettingsOf(
  configuration: ApplicationConfiguration,
  moduleRoot: string,
  mistakes: Mistakes,
): ContentSettings {
  return {
    defaultMediaType: configuration.defaultMediaType,
    serializers: configuredSerializers(configuration.serializers, moduleRoot, mistakes),
    maxBodyBytes: configuration.limits.body,
  };
}

interface ApplicationLevel {
  readonly name: string;
  readonly configuration: ApplicationConfiguration;
  readonly settings: ContentSettings;
}

/**
 * Checks the serializers and the default media type of the application, its resources and its routes:
 * SERIALIZER_INVALID, DEFAULT_MEDIA_TYPE_UNSUPPORTED.
 */
export function verifyContent(
  { name, configuration, settings }: ApplicationLevel,
  routes: readonly RouteDefinition[],
  mistakes: Mistakes,
): void {
  const placeOf = (key: string) => `${name} (${originOf(configuration, key)})`;
  for (const [mediaType, serializer] of settings.serializers) {
    mistakes.collect(() => verifySerializer(placeOf(`serializers.${mediaType}`), mediaType, serializer));
  }
  mistakes.collect(() => verifyDefault(placeOf('defaultMediaType'), settings));
  const resources = new Set<ResourceConfiguration>();
  for (const route of routes) {
    const { configuration: own, resourceConfiguration } = route;
    if (resourceConfiguration && !resources.has(resourceConfiguration)) {
      resources.add(resourceConfiguration);
      verifyLevel(`The resource ${resourceNameOf(route)}`, resourceConfiguration, settings, mistakes);
    }
    if (own) {
      const inherited = resourceConfiguration?.inheriting(settings) ?? settings;
      verifyLevel(`The route ${describeRoute(route)}`, own, inherited, mistakes);
    }
  }
}

/** The class with the routes; of generated routes the first segment of their paths. */
function resourceNameOf({ resource, path }: RouteDefinition): string {
  return resource ?? path.split('/')[1]!;
}

/** The file that sets the key, or `code`. */
function originOf(configuration: ApplicationConfiguration, key: string): string {
  const entry = configuration.describe().find((entry) => entry.key === key || entry.key.startsWith(`${key}.`));
  return entry?.origin ?? 'code';
}

function verifyLevel(
  place: string,
  own: RouteConfiguration | ResourceConfiguration,
  above: ContentSettings,
  mistakes: Mistakes,
): void {
  for (const [mediaType, serializer] of own.serializers) {
    mistakes.collect(() => verifySerializer(place, mediaType, serializer));
  }
  // An unwritable default of the level above is reported there.
  if (own.defaultMediaType !== undefined || canWriteDefault(above)) {
    mistakes.collect(() => verifyDefault(place, own.inheriting(above)));
  }
}

function verifySerializer(place: string, mediaType: string, serializer: Serializer): void {
  const fault = mediaTypeFault(mediaType) ?? serializerFault(serializer);
  if (fault) throw new StartError('SERIALIZER_INVALID', place, mediaType, fault);
}

function verifyDefault(place: string, settings: ContentSettings): void {
  if (canWriteDefault(settings)) return;
  const known = writableTypes(settings).join(', ') || 'none';
  throw new StartError('DEFAULT_MEDIA_TYPE_UNSUPPORTED', place, settings.defaultMediaType, known);
}

function canWriteDefault({ defaultMediaType, serializers }: ContentSettings): boolean {
  return hasMethod(serializers.get(defaultMediaType), 'write');
}

function mediaTypeFault(mediaType: string): string | undefined {
  return MEDIA_TYPE.test(mediaType)
    ? undefined
    : `"${mediaType}" is not a media type: write one like text/csv, without parameters`;
}

const MEDIA_TYPE = /^[^\s/;]+\/[^\s/;]+$/;

function serializerFault(serializer: unknown): string | undefined {
  if (hasMethod(serializer, 'read') || hasMethod(serializer, 'write')) return undefined;
  const fault = partFault(serializer, ['write']) ?? '';
  return fault.startsWith('it is a class')
    ? fault
    : `${nameOfPart(serializer)} has neither read() nor write(): add one`;
}

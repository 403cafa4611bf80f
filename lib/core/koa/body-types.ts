import { type Reader, readableTypes, readerOf } from '../http/content-settings';
import { hasSuffix } from '../http/media-type';
import type { RoutePlan } from './route-plan';

/** The serializer that reads the bodies of a media type on a route; undefined for a media type that it does not take. */
export function bodyReader(plan: RoutePlan, method: string, mediaType: string): Reader | undefined {
  return takesType(plan, method, mediaType) ? readerOf(plan.accepted, mediaType) : undefined;
}

/** Whether a route may read a media type, if a serializer can. A serializer of its own always makes it known. */
export function takesType({ patchTypes, accepted }: RoutePlan, method: string, mediaType: string): boolean {
  if (!patchTypes || !hasSuffix(mediaType) || patchTypes.includes(mediaType)) return true;
  if (accepted.serializers.get(mediaType)?.read) return true;
  return method !== 'PATCH' && !isPatch(mediaType);
}

function isPatch(mediaType: string): boolean {
  return mediaType.slice(0, mediaType.lastIndexOf('+')).endsWith('-patch');
}

/** The media types of the bodies of a route, and of other routes of its method and path. */
export function bodyTypes(plan: RoutePlan): readonly string[] {
  const { accepted, acceptedBySiblings, patchTypes = [], body, uploads } = plan;
  if (body === 'none' || uploads?.rawBody) return [];
  const patches = patchTypes.filter((type) => readerOf(accepted, type));
  return [...new Set([...readableTypes(accepted), ...patches, ...acceptedBySiblings])];
}

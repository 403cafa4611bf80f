import type { EntityMetadata, FieldMetadata } from '../../../lib/metadata';
import type { Resource } from '../known-entities';
import type { Random } from '../random';
import type { RequestDraft } from '../request';
import { oddValue, validValue } from '../values';
import type { KindContext, RequestKind } from './request-kind';

/** The bytes of large values, whole and in part, with right and wrong media types and conditions. */
export const LARGE_KINDS: readonly RequestKind[] = [
  { name: 'read value', weight: 3, make: (context) => transfer(context, 'GET', readHeaders(context)) },
  { name: 'write value', weight: 4, make: write },
  { name: 'delete value', weight: 1, make: (context) => transfer(context, 'DELETE', {}) },
];

/** Reads or deletes a value. */
function transfer(context: KindContext, method: string, headers: Record<string, string>): RequestDraft {
  const { resource, field } = valueIn(context);
  return { method, path: pathOf(context, resource, field), headers, takesNoKey: true };
}

function write(context: KindContext): RequestDraft {
  const { random } = context;
  const { resource, field } = valueIn(context);
  const value = random.chance(0.8) ? validValue(random, field.type) : oddValue(random, field.type);
  const body = field.type.kind === 'bytes' ? Buffer.from(String(value), 'base64') : Buffer.from(String(value));
  const headers: Record<string, string> = random.chance(0.95) ? { 'Content-Type': random.pick(MEDIA_TYPES) } : {};
  const condition = random.chance(0.1) ? random.pick(WRITE_CONDITIONS) : {};
  return {
    method: 'PUT',
    path: pathOf(context, resource, field),
    headers: { ...headers, ...condition },
    body,
    takesNoKey: true,
  };
}

function readHeaders({ random }: KindContext): Record<string, string> {
  return random.chance(0.4) ? random.pick(READ_HEADERS) : {};
}

const MEDIA_TYPES = [
  ...['application/octet-stream', 'image/png', 'text/plain', 'text/plain; charset=utf-8', 'text/html', 'IMAGE/Gif'],
  ...['text/plain; charset=iso-8859-1', 'x', 'a/b; c="d e"', `a/${'x'.repeat(60)}`, 'application/x-forbidden'],
];

const READ_HEADERS: readonly Record<string, string>[] = [
  { Range: 'bytes=0-1' },
  { Range: 'bytes=2-' },
  { Range: 'bytes=-3' },
  { Range: 'bytes=100000-' },
  { Range: 'bytes=0-0,2-3' },
  { Range: 'bytes=9-1' },
  { Range: 'bytes=0-1', 'If-Range': '"other"' },
  { 'If-None-Match': '*' },
  { 'If-None-Match': '"other"' },
  { 'If-Match': '"other"' },
];

const WRITE_CONDITIONS: readonly Record<string, string>[] = [
  { 'If-Match': '*' },
  { 'If-Match': '"other"' },
  { 'If-None-Match': '*' },
  { 'Content-Range': 'bytes 0-1/2' },
];

/** A random large value. If no class has one, another field, whose path does not exist. */
function valueIn({ random, entities }: KindContext): { readonly resource: Resource; readonly field: FieldMetadata } {
  const resource = resourceWithLargeValue(entities.aggregates.length * 4, () => entities.resource(random));
  return { resource, field: random.pick(largeFieldsOf(resource.entity)) };
}

function resourceWithLargeValue(attempts: number, make: () => Resource): Resource {
  let resource = make();
  for (let attempt = 1; attempt < attempts && !hasLarge(resource.entity); attempt++) resource = make();
  return resource;
}

/** All fields if none is large. */
function largeFieldsOf(entity: EntityMetadata): readonly FieldMetadata[] {
  const all = [...entity.fields.values()];
  const large = all.filter((field) => field.large);
  return large.length > 0 ? large : all;
}

function hasLarge({ fields }: EntityMetadata): boolean {
  return [...fields.values()].some(({ large }) => large);
}

function pathOf({ random, entities }: KindContext, resource: Resource, { wireName }: FieldMetadata): string {
  return `${resource.path}/${key(random, entities, resource)}/${wireName}`;
}

function key(random: Random, entities: KindContext['entities'], resource: Resource): string {
  const one = entities.key(random, resource);
  return random.chance(0.03) ? `${one},${one}` : one;
}

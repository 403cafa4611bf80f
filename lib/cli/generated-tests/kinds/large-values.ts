import type { FieldMetadata } from '../../../metadata';
import { versionFieldOf } from '../../../metadata';
import { fieldViolations, type Operation } from '../../../rest';
import { type GeneratedTest, literal, when } from '../generated-test';
import type { TestPlace } from '../test-place';
import { requiredPermissions } from './permissions';

/** The largest column that a test overfills. */
const MOST_BYTES = 65_535;

/** Media types for columns that accept only some. */
const MEDIA_TYPES = [
  'application/octet-stream',
  'text/plain',
  'image/png',
  'image/jpeg',
  'application/pdf',
  'audio/wav',
];

/** Tests of the routes that transfer the bytes of large values. */
export function largeValueTests(place: TestPlace): readonly GeneratedTest[] {
  return place.entity.largeFields.flatMap((field) => {
    const operationOf = (verb: Operation['verb']) =>
      place.operations.find((one) => one.verb === verb && one.field === field);
    const [read, write, remove] = [operationOf('readLarge'), operationOf('updateLarge'), operationOf('deleteLarge')];
    const mediaType = mediaTypeFor(place, field);
    if (!write || mediaType === undefined || !accepts(field, sampleOf(field))) return [];
    const value = { place, field, mediaType, write, read };
    return [
      ...(read ? [...transferTests(value, remove), ...conditionTests(value)] : []),
      ...limitTests(value),
      ...permissionTests(value),
    ];
  });
}

/** A large value and its routes. */
interface LargeValue {
  readonly place: TestPlace;
  readonly field: FieldMetadata;
  readonly mediaType: string;
  readonly write: Operation;
  readonly read?: Operation;
}

/** Bytes that are no valid text; in text, a character of several bytes. */
function sampleOf({ type }: FieldMetadata): string | Buffer {
  return type.kind === 'bytes' ? Buffer.from([0, 255, 254, 13, 10, 128, 0, 7]) : 'Zürich 1';
}

/** Undefined if the column accepts none of the known media types. */
function mediaTypeFor({ entity }: TestPlace, { large, type }: FieldMetadata): string | undefined {
  const { mediaType, isMediaTypeFixed, mediaTypeField } = large!;
  if (isMediaTypeFixed) return mediaType;
  const preferred = type.kind === 'bytes' ? MEDIA_TYPES : ['text/plain; charset=utf-8', 'text/plain'];
  const column = mediaTypeField === undefined ? undefined : entity.fields.get(mediaTypeField);
  return preferred.find((one) => !column || accepts(column, one));
}

function accepts(field: FieldMetadata, value: unknown): boolean {
  return fieldViolations(field, value).length === 0;
}

/** The lines that store an entity and declare the path of the value, its bytes, and the options of the first PUT. */
function arranged({ place, field, mediaType, write }: LargeValue): string {
  const sample = sampleOf(field);
  const bytes = typeof sample === 'string' ? literal(sample) : `[${[...sample].join(', ')}]`;
  const { within, isSingle, root } = place;
  const rootPath = within ? `app.at('${root.path}', ${root.variable})` : 'app.at(path, entity)';
  const owner = isSingle ? 'path' : 'app.at(path, entity)';
  // A value that does not exist yet has no tag that `*` could match.
  const isTagged = write.input.concurrency === 'required';
  const first = isTagged
    ? `{ headers: { ...headers, 'If-Match': (await client.get(${rootPath})).tag! } }`
    : '{ headers }';
  return `${isSingle ? '' : 'const entity = '}await add();
const target = \`\${${owner}}/${field.wireName}\`;
const bytes = Buffer.from(${bytes});
const headers = { 'Content-Type': '${mediaType}' };
const first = ${first};`;
}

function transferTests(value: LargeValue, remove: Operation | undefined): readonly GeneratedTest[] {
  const { wireName } = value.field;
  return [
    {
      title: `PUT …/${wireName} stores the bytes, and GET returns them`,
      body: `
${arranged(value)}

expect((await client.put(target, bytes, first)).status).toBe(204);

const response = await client.get(target);
expect(response.status).toBe(200);
expect(response.bytes).toEqual(bytes);
expect(response.headers.get('content-type')).toContain('${value.mediaType.split(';')[0]}');`,
    },
    {
      title: `GET …/${wireName} with a Range returns that part`,
      body: `
${arranged(value)}
await client.put(target, bytes, first);

const response = await client.get(target, { headers: { Range: 'bytes=2-4' } });

expect(response.status).toBe(206);
expect(response.bytes).toEqual(bytes.subarray(2, 5));
expect(response.headers.get('content-range')).toBe(\`bytes 2-4/\${bytes.length}\`);`,
    },
    ...when(remove, {
      title: `DELETE …/${wireName} removes the value`,
      body: `
${arranged(value)}
await client.put(target, bytes, first);

expect((await client.delete(target)).status).toBe(204);
expect(await client.get(target)).toBeProblem(404);`,
    }),
  ];
}

/** The tag of a value changes with the row, so it needs a version. */
function conditionTests(value: LargeValue): readonly GeneratedTest[] {
  const { place, field, write } = value;
  const hasTag = versionFieldOf(place.entity) !== undefined && write.input.concurrency !== 'off';
  return when(hasTag, {
    title: `PUT …/${field.wireName} with an outdated ETag returns 412 and changes nothing`,
    body: `
${arranged(value)}
await client.put(target, bytes, first);
const { tag } = await client.get(target);
await client.put(target, bytes.subarray(1), { headers });

const response = await client.put(target, bytes, { headers: { ...headers, 'If-Match': tag! } });

expect(response).toBeProblem(412);
expect((await client.get(target)).bytes).toEqual(bytes.subarray(1));`,
  });
}

function limitTests(value: LargeValue): readonly GeneratedTest[] {
  const { type, wireName } = value.field;
  const most = type.kind === 'bytes' || type.kind === 'text' ? type.maxBytes : Number.POSITIVE_INFINITY;
  return when(most <= MOST_BYTES, {
    title: `PUT …/${wireName} of more than ${most} bytes returns 422 and changes nothing`,
    body: `
${arranged(value)}
await client.put(target, bytes, first);
const before = await app.rows();

const response = await client.put(target, Buffer.alloc(${most + 1}, 'a'), { headers });

expect(response).toBeProblem(422);
expect(await app.rows()).toEqual(before);`,
  });
}

function permissionTests(value: LargeValue): readonly GeneratedTest[] {
  const { field, read, write } = value;
  const calls = [
    ...(read ? [{ operation: read, call: 'get(target)' }] : []),
    { operation: write, call: 'put(target, bytes.subarray(1), { headers })' },
  ];
  return calls.flatMap(({ operation, call }) => {
    const required = requiredPermissions(operation);
    return when(required.length > 0, {
      title: `${operation.method} …/${field.wireName} requires ${required.join(', ')}`,
      body: `
${arranged(value)}
await client.put(target, bytes, first);
const before = await app.rows();

expect(await app.request.${call}).toBeProblem(401);
for (const missing of ${literal(required)}) {
  const others = clientWith(permissions.filter((permission) => permission !== missing));
  expect(await others.${call}).toBeProblem(403);
}
expect(await app.rows()).toEqual(before);`,
    });
  });
}

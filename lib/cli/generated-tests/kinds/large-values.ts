import type { FieldMetadata } from '../../../metadata';
import { versionFieldOf } from '../../../metadata';
import { fieldViolations, type Operation } from '../../../rest';
import { type GeneratedTest, literal, when } from '../generated-test';
import { rejectionCode, requiredPermissions } from '../required-permissions';
import type { TestPlace } from '../test-place';

/** A large value and its routes. */
interface LargeValue {
  readonly place: TestPlace;
  readonly field: FieldMetadata;
  /** The media type of the sample. */
  readonly mediaType: string;
  readonly read?: Operation;
  readonly write: Operation;
  readonly remove?: Operation;
}

/** Tests of the routes that transfer the bytes of large values. */
export function largeValueTests(place: TestPlace): readonly GeneratedTest[] {
  return place.entity.largeFields.flatMap((field) => {
    const value = largeValueOf(place, field);
    if (!value) return [];
    return [
      ...when(value.read, ...transferTests(value), ...conditionTests(value)),
      ...limitTests(value),
      ...permissionTests(value),
    ];
  });
}

/** Undefined if the value cannot be written, or rejects the sample. */
function largeValueOf(place: TestPlace, field: FieldMetadata): LargeValue | undefined {
  const operationOf = (verb: Operation['verb']) =>
    place.operations.find((one) => one.verb === verb && one.field === field);
  const write = operationOf('updateLarge');
  const mediaType = mediaTypeFor(place, field);
  if (!write || mediaType === undefined || !accepts(field, sampleOf(field))) return undefined;
  return { place, field, mediaType, read: operationOf('readLarge'), write, remove: operationOf('deleteLarge') };
}

/** A text with a character of several bytes, or bytes that are not valid text: neither survives a wrong conversion. */
function sampleOf({ type }: FieldMetadata): string | Buffer {
  return type.kind === 'bytes' ? Buffer.from([0, 255, 254, 13, 10, 128, 0, 7]) : 'Zürich 1';
}

/** Tried in this order, since the column of the media type may accept only some. */
const MEDIA_TYPES = [
  'application/octet-stream',
  'text/plain',
  'image/png',
  'image/jpeg',
  'application/pdf',
  'audio/wav',
];

/** Undefined if the column of the media type accepts none of those that are tried. */
function mediaTypeFor({ entity }: TestPlace, { large, type }: FieldMetadata): string | undefined {
  const { mediaType, isMediaTypeFixed, mediaTypeField } = large!;
  if (isMediaTypeFixed) return mediaType;
  const candidates = type.kind === 'bytes' ? MEDIA_TYPES : ['text/plain; charset=utf-8', 'text/plain'];
  const column = mediaTypeField === undefined ? undefined : entity.fields.get(mediaTypeField);
  return candidates.find((one) => !column || accepts(column, one));
}

function accepts(field: FieldMetadata, value: unknown): boolean {
  return fieldViolations(field, value).length === 0;
}

/** Stores an entity and declares the path of the value, its bytes, and the options of the first PUT. */
function arrangeCode({ place, field, mediaType, write }: LargeValue): string {
  const sample = sampleOf(field);
  const bytes = typeof sample === 'string' ? literal(sample) : `[${[...sample].join(', ')}]`;
  const { isRoot, isSingle, root, hasRootVersion } = place;
  const entityPath = isSingle ? 'path' : 'app.at(path, entity)';
  const taggedPath = isRoot || !hasRootVersion ? entityPath : `app.at('${root.path}', ${root.variable})`;
  // `If-Match: *`, which the client sends, does not match a value that does not exist: only the ETag of the root does, or
  // without a version that of the entity.
  const isConditional = write.input.concurrency === 'required';
  const first = isConditional
    ? `{ headers: { ...headers, 'If-Match': (await client.get(${taggedPath})).tag! } }`
    : '{ headers }';
  return `${isSingle ? '' : 'const entity = '}await add();
const target = \`\${${entityPath}}/${field.wireName}\`;
const bytes = Buffer.from(${bytes});
const headers = { 'Content-Type': '${mediaType}' };
const first = ${first};`;
}

/** The same, with the value stored. */
function arrangeStoredCode(value: LargeValue): string {
  return `${arrangeCode(value)}\nexpect(await client.put(target, bytes, first)).toHaveStatus(204);`;
}

function transferTests(value: LargeValue): readonly GeneratedTest[] {
  const { wireName } = value.field;
  return [
    {
      title: `PUT …/${wireName} stores the bytes, and GET returns them`,
      body: `
${arrangeCode(value)}

expect(await client.put(target, bytes, first)).toHaveStatus(204);

const response = await client.get(target);
expect(response).toHaveStatus(200);
expect(response.bytes).toEqual(bytes);
expect(response.headers.get('content-type')).toContain('${value.mediaType.split(';')[0]}');`,
    },
    {
      title: `GET …/${wireName} with a Range header returns only those bytes`,
      body: `
${arrangeStoredCode(value)}

const response = await client.get(target, { headers: { Range: 'bytes=2-4' } });

expect(response).toHaveStatus(206);
expect(response.bytes).toEqual(bytes.subarray(2, 5));
expect(response.headers.get('content-range')).toBe(\`bytes 2-4/\${bytes.length}\`);`,
    },
    ...when(value.remove, {
      title: `DELETE …/${wireName} removes the value`,
      body: `
${arrangeStoredCode(value)}

expect(await client.delete(target)).toHaveStatus(204);
expect(await client.get(target)).toBeProblem(404);`,
    }),
  ];
}

/** Tests of `If-Match`. The ETag of a value is the version of its row, so a class without a version has none. */
function conditionTests(value: LargeValue): readonly GeneratedTest[] {
  const { place, field, write } = value;
  const hasTag = versionFieldOf(place.entity) !== undefined && write.input.concurrency !== 'off';
  return when(hasTag, {
    title: `PUT …/${field.wireName} with an outdated ETag returns 412 and changes nothing`,
    body: `
${arrangeStoredCode(value)}
const { tag } = await client.get(target);
expect(await client.put(target, bytes.subarray(1), { headers })).toHaveStatus('2xx');

const response = await client.put(target, bytes, { headers: { ...headers, 'If-Match': tag! } });

expect(response).toBeProblem(412);
expect((await client.get(target)).bytes).toEqual(bytes.subarray(1));`,
  });
}

/** Limits above this one are not tested, since the tests would send large bodies. */
const MAX_TESTED_BYTES = 65_535;

function limitTests(value: LargeValue): readonly GeneratedTest[] {
  const { type, wireName } = value.field;
  const maxBytes = type.kind === 'bytes' || type.kind === 'text' ? type.maxBytes : Number.POSITIVE_INFINITY;
  return when(maxBytes <= MAX_TESTED_BYTES, {
    title: `PUT …/${wireName} of more than ${maxBytes} bytes returns 422 and changes nothing`,
    body: `
${arrangeStoredCode(value)}
const before = await app.rows();

const response = await client.put(target, Buffer.alloc(${maxBytes + 1}, 'a'), { headers });

expect(response).toBeProblem(422);
expect(await app.rows()).toEqual(before);`,
  });
}

function permissionTests(value: LargeValue): readonly GeneratedTest[] {
  const { field, read, write } = value;
  const requests = [
    ...(read ? [{ operation: read, request: 'get(target)' }] : []),
    { operation: write, request: 'put(target, bytes.subarray(1), { headers })' },
  ];
  return requests.flatMap(({ operation, request }) => {
    const required = requiredPermissions(operation);
    return when(required.length > 0, {
      title: `${operation.method} …/${field.wireName} requires ${required.join(', ')}`,
      body: `
${arrangeStoredCode(value)}
${rejectionCode(required, (client) => `${client}.${request}`)}`,
    });
  });
}

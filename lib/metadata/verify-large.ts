import { singularize } from '../naming';
import { type Case, fieldOf, marksOf, note } from './case';
import { canBeLarge, describeLarge } from './describe-large';
import type { FieldDescription } from './types';

/** Checks the marks of large values, and what follows from a value being large. */
export function verifyLarge(one: Case): void {
  for (const [name, { mediaType, mediaTypeField }] of marksOf(one, one.declared.large)) {
    const field = fieldOf(one, name);
    if (!field) {
      note(one, 'FIELD_MARK_WITHOUT_FIELD', name, '@Large');
      continue;
    }
    if (!canBeLarge(field.type)) note(one, 'LARGE_TYPE', name);
    if (mediaType !== undefined && (mediaTypeField !== undefined || !MEDIA_TYPE.test(mediaType))) {
      note(one, 'LARGE_MEDIA_TYPE', name, mediaType);
    }
    if (mediaTypeField !== undefined && !holdsMediaType(one, name, mediaTypeField)) {
      note(one, 'LARGE_MEDIA_TYPE_FIELD', name, mediaTypeField);
    }
  }
  for (const field of one.description.fields) {
    const isLarge = describeLarge(field, one.declared.large.get(field.name)) !== undefined;
    if (isLarge && isKey(one, field)) note(one, 'LARGE_KEY', field.name);
    if (isLarge) verifyRouteNames(one, field);
  }
}

/** As a header can hold it: a name, and parameters. */
const MEDIA_TYPE = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?: ?; ?[\w-]+=[\w.+-]+)*$/;

function holdsMediaType(one: Case, name: string, mediaTypeField: string): boolean {
  const field = fieldOf(one, mediaTypeField);
  const isText = field?.type.kind === 'string' || field?.type.kind === 'text';
  return isText && mediaTypeField !== name && field.origin === 'payload' && !isKey(one, field);
}

function isKey({ declared }: Case, { name, isPrimaryKey }: FieldDescription): boolean {
  return isPrimaryKey || declared.entityKeys.has(name);
}

/** An element of `photos` is read by `readOrderPhoto`, and so would be the bytes of `photo`. */
function verifyRouteNames(one: Case, { name }: FieldDescription): void {
  if (one.declared.access.get(name) === 'hidden') return;
  const { collections } = one.description;
  const namesake = collections.find(({ property }) => singularize(property) === name);
  if (namesake) note(one, 'LARGE_NAME_OF_ELEMENT', name, namesake.property);
}

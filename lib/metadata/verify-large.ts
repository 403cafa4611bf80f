import { singularize } from '../naming';
import { canBeLarge, describeLarge } from './describe-large';
import type { FieldDescription } from './types/fields';
import { addMistake, fieldOf, marksOf, meantMember, type VerifiedClass } from './verified-class';

/** Checks `@Large`, and the columns whose values are large. */
export function verifyLarge(verified: VerifiedClass): void {
  for (const [name, { mediaType, mediaTypeField }] of marksOf(verified, verified.declared.large)) {
    const field = fieldOf(verified, name);
    if (!field) {
      addMistake(verified, 'MARK_WITHOUT_COLUMN', name, '@Large', meantMember(verified, name));
      continue;
    }
    if (!canBeLarge(field.type)) addMistake(verified, 'LARGE_TYPE', name);
    if (mediaType !== undefined && (mediaTypeField !== undefined || !MEDIA_TYPE.test(mediaType))) {
      addMistake(verified, 'LARGE_MEDIA_TYPE', name, mediaType);
    }
    if (mediaTypeField !== undefined && !holdsMediaType(verified, name, mediaTypeField)) {
      addMistake(verified, 'LARGE_MEDIA_TYPE_FIELD', name, mediaTypeField);
    }
  }
  for (const field of verified.description.fields) {
    const isLarge = describeLarge(field, verified.declared.large.get(field.name)) !== undefined;
    if (isLarge && isKey(verified, field)) addMistake(verified, 'LARGE_KEY', field.name);
    if (isLarge) verifyRouteNames(verified, field);
  }
}

/** A media type with parameters. */
const MEDIA_TYPE = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?: ?; ?[\w-]+=[\w.+-]+)*$/;

function holdsMediaType(verified: VerifiedClass, name: string, mediaTypeField: string): boolean {
  const field = fieldOf(verified, mediaTypeField);
  const isText = field?.type.kind === 'string' || field?.type.kind === 'text';
  return isText && mediaTypeField !== name && field.origin === 'payload' && !isKey(verified, field);
}

function isKey({ declared }: VerifiedClass, { name, isPrimaryKey }: FieldDescription): boolean {
  return isPrimaryKey || declared.entityKeys.has(name);
}

/** `readOrderPhoto` would read both an element of `photos` and the bytes of `photo`. */
function verifyRouteNames(verified: VerifiedClass, { name }: FieldDescription): void {
  if (verified.declared.access.get(name) === 'hidden') return;
  const { collections } = verified.description;
  const namesake = collections.find(({ property }) => singularize(property) === name);
  if (namesake) addMistake(verified, 'LARGE_NAME_OF_ELEMENT', name, namesake.property);
}

import type { FieldMetadata } from '../../metadata';
import { hasWritingCode, isFilledByHooks } from '../../persistence';
import { type Application, isWritable, type Operation, operationOf, setsField, settersOf } from '../../rest';
import { inAuthorsWords } from './author-words';
import type { Finding } from './finding';

/** Finds routes whose every create is rejected, because a required column has no value and no payload can set it. */
export async function checkCreates(application: Application): Promise<readonly Finding[]> {
  const routes = await application.inspect();
  const creates = routes.map((route) => operationOf(route)).filter((operation) => operation?.verb === 'create');
  return creates.flatMap((create) => unsettableFields(create!).map((field) => ofField(create!, field)));
}

/** Columns that no payload, collection or domain code sets. */
function unsettableFields({ aggregate, collections }: Operation): readonly FieldMetadata[] {
  const collection = collections.at(-1);
  const entity = collection?.target ?? aggregate.root;
  if (isFilledByHooks(entity) || hasWritingCode(entity)) return [];
  const foreignKeys = new Set([...entity.references.values()].map(({ foreignKey }) => foreignKey));
  return [...entity.fields.values()].filter(
    (field) =>
      field.origin === 'payload' &&
      !field.isNullable &&
      !field.hasDefault &&
      !isWritable(entity, field, 'create') &&
      !setsField(collection, field) &&
      !foreignKeys.has(field.name) &&
      settersOf(entity, field).length === 0,
  );
}

function ofField({ method, path, collections, aggregate }: Operation, { name, access }: FieldMetadata): Finding {
  const owner = collections.at(-1)?.target ?? aggregate.root;
  const mark = access === 'hidden' ? '@Hidden' : '@ReadOnly';
  return inAuthorsWords(owner, {
    code: 'CREATE_IMPOSSIBLE',
    level: 'warning',
    place: `${method} ${path}`,
    problem: `Every create is rejected: ${owner.name}.${name} is required and has no default, and is marked ${mark}, so that no payload sets it.`,
    remedy: `Give ${name} a default, or set it in a BeforeValidate hook; or override the route, or turn its exposure off.`,
  });
}

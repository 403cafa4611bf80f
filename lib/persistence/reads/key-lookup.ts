import type { CollectionMetadata, EntityMetadata, ReferenceMetadata } from '../../metadata';
import { associationKeys, type ManyToMany, referredKey } from '../models/association';
import { modelOf } from '../models/domain-model';
import type { KeyLink, KeyLookup } from '../statements/collations';
import type { DomainSequelize } from '../statements/domain-sequelize';

/** {@link Collations.lookup} */
export function keyLookup(link: KeyLink, foreignKeys: Iterable<unknown>, keys: Iterable<unknown>): Promise<KeyLookup> {
  return (link.from.model.sequelize as DomainSequelize).collations.lookup(link, foreignKeys, keys);
}

/** The foreign key of children, or of the rows of the join table, that refers to their parent. */
export function parentLink(collection: CollectionMetadata): KeyLink {
  const association = associationKeys(collection);
  const { foreignKey, sourceKey } = association;
  const holder = association.kind === 'manyToMany' ? association.through : modelOf(collection.target.type);
  return {
    from: { model: holder, field: foreignKey },
    to: { model: modelOf(collection.owner.type), field: sourceKey },
  };
}

/** The foreign key of the join table that refers to an element of the collection. */
export function elementLink({ target }: CollectionMetadata, { through, otherKey, targetKey }: ManyToMany): KeyLink {
  return { from: { model: through, field: otherKey }, to: { model: modelOf(target.type), field: targetKey } };
}

/** The foreign key of a to-one association. */
export function referenceLink(owner: EntityMetadata, reference: ReferenceMetadata): KeyLink {
  const to = { model: modelOf(reference.target.type), field: referredKey(owner, reference) };
  return { from: { model: modelOf(owner.type), field: reference.foreignKey }, to };
}

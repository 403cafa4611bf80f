import type { BelongsToMany, Model } from 'sequelize';
import { joinTableOf } from '../sequelize/associations';

/** The keys of a many-to-many association, which Sequelize's types leave out. */
type ManyToMany = BelongsToMany & { readonly otherKey: string; readonly targetKey: string };

/** Deletes the rows of join tables that refer to an entity, which foreign keys without a rule would protect. */
export async function removeLinks(entity: Model): Promise<void> {
  const { models } = entity.sequelize;
  for (const association of Object.values(models).flatMap((model) => Object.values(model.associations))) {
    if (association.associationType !== 'BelongsToMany' || association.target !== entity.constructor) continue;
    const { otherKey, targetKey } = association as ManyToMany;
    await joinTableOf(association)!.destroy({ where: { [otherKey]: entity.get(targetKey) } });
  }
}

import { Sequelize } from 'sequelize-typescript';
import type { DomainModel } from '../models/domain-model';

/** A view of a Sequelize instance with these models only, for creating and dropping tables. */
export function withModels(sequelize: Sequelize, models: readonly DomainModel[]): Sequelize {
  const modelManager = Object.create(sequelize.modelManager as object, { models: { value: [...models] } }) as object;
  const byName = Object.fromEntries(models.map((model) => [model.name, model]));
  return Object.create(sequelize, { modelManager: { value: modelManager }, models: { value: byName } }) as Sequelize;
}

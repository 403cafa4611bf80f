import { Sequelize } from 'sequelize-typescript';
import type { DomainModel } from '../models/domain-model';

/** The same Sequelize to one who makes or drops tables, as if it had these models alone. */
export function withModels(sequelize: Sequelize, models: readonly DomainModel[]): Sequelize {
  const modelManager = Object.create(sequelize.modelManager as object, { models: { value: [...models] } }) as object;
  const byName = Object.fromEntries(models.map((model) => [model.name, model]));
  return Object.create(sequelize, { modelManager: { value: modelManager }, models: { value: byName } }) as Sequelize;
}

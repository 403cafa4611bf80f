import type { Sequelize } from 'sequelize-typescript';
import type { DomainModel } from '../models/domain-model';

/** A view of a Sequelize instance with these models only, for comparing, creating and dropping their tables. */
export function withModels(sequelize: Sequelize, models: readonly DomainModel[]): Sequelize {
  const byName = Object.fromEntries(models.map((model) => [model.name, model]));
  return Object.create(sequelize, { models: { value: byName } }) as Sequelize;
}

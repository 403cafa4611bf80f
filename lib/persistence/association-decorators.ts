import type * as Decorators from 'sequelize-typescript';
import { PersistenceError } from './errors';
import { decorators } from './sequelize/decorators';

// The association decorators under the names of the specification.

export const ManyToOne: typeof Decorators.BelongsTo = decorators?.BelongsTo ?? missing('@ManyToOne');
export const ManyToMany: typeof Decorators.BelongsToMany = decorators?.BelongsToMany ?? missing('@ManyToMany');
export const OneToMany: typeof Decorators.HasMany = decorators?.HasMany ?? missing('@OneToMany');
export const OneToOne: typeof Decorators.HasOne = decorators?.HasOne ?? missing('@OneToOne');

function missing(name: string): () => never {
  return () => {
    throw new PersistenceError('DECORATORS_MISSING', [name]);
  };
}

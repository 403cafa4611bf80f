import { Model } from 'sequelize';
import { Model as DecoratedModel } from '../sequelize/decorators';
import type { DomainModel } from './domain-model';

/** Whether a class, or a superclass below Sequelize's own, has a constructor. Only the source shows it. */
export function hasConstructor(model: DomainModel): boolean {
  for (let one: unknown = model; typeof one === 'function'; one = Object.getPrototypeOf(one)) {
    if (one === DecoratedModel || one === Model) return false;
    if (/\bconstructor ?\(/.test(Function.prototype.toString.call(one))) return true;
  }
  return true;
}

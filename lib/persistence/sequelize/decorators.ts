import {
  type ModelAttributes,
  type ModelOptions,
  Sequelize as PlainSequelize,
  Model as SequelizeModel,
} from 'sequelize';
import type * as Decorators from 'sequelize-typescript';
import { getAssociations, getAttributes, getModelName, getOptions } from './class-metadata';

/** The package of the decorators, which an application of plain models does without; undefined if it is not installed. */
export const decorators = installed();

function installed(): typeof Decorators | undefined {
  try {
    return require('sequelize-typescript');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'MODULE_NOT_FOUND' && message.includes("'sequelize-typescript'")) return undefined;
    throw error;
  }
}

/** The base class of classes with decorators, which no class has without the package. */
class Undecorated extends SequelizeModel {
  static isInitialized = false;

  static initialize(attributes: ModelAttributes, options: ModelOptions): unknown {
    this.isInitialized = true;
    return SequelizeModel.init.call(this as never, attributes as never, options as never);
  }
}

type Initialised = typeof Decorators.Model;

/** Initialises classes by what their prototypes note, as the package does. */
class UndecoratedSequelize extends PlainSequelize {
  override model(model: string | typeof Decorators.Model): never {
    return super.model(typeof model === 'string' ? model : getModelName(model.prototype)) as never;
  }

  addModels(models: readonly Initialised[]): void {
    for (const model of models) {
      const { prototype } = model;
      const options = { ...getOptions(prototype), modelName: getModelName(prototype), sequelize: this };
      model.initialize(getAttributes(prototype), options as never);
    }
    for (const model of models) {
      for (const association of getAssociations(model.prototype) ?? []) {
        const options = association.getSequelizeOptions(model as never, this as never);
        const target = this.model(association.getAssociatedClass() as never);
        (model[association.getAssociation()] as (target: unknown, options: unknown) => unknown)(target, options);
      }
    }
  }
}

export type Model = Decorators.Model;
export const Model: typeof Decorators.Model = decorators?.Model ?? (Undecorated as never);

export type Sequelize = Decorators.Sequelize;
export const Sequelize: typeof Decorators.Sequelize = decorators?.Sequelize ?? (UndecoratedSequelize as never);

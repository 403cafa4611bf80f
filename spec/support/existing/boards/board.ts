import Joi from 'joi';
import { DataTypes, Sequelize } from 'sequelize';
import { Constraint } from '../../../../lib/metadata';
import { describeModel } from '../../../../lib/persistence';

export const sequelize = new Sequelize({ dialect: 'sqlite', storage: ':memory:', logging: false });

export const Board = describeModel(sequelize.define('board', { name: DataTypes.STRING(10) }), {
  root: true,
  searchable: ['name'],
  memberDecorators: { name: [Constraint(Joi.string().min(2))] },
});

/** A class without an API. */
export const Draft = sequelize.define('draft', { text: DataTypes.TEXT });

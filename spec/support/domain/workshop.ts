import 'reflect-metadata';
import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type NonAttribute,
  Sequelize,
} from 'sequelize';

import { describeModel } from '../../../lib/persistence';

/** Plain Sequelize models: one with `init` and its own code, others with `define`. */

const sequelize = new Sequelize({ dialect: 'sqlite', storage: ':memory:', logging: false });

export class Job extends Model<InferAttributes<Job>, InferCreationAttributes<Job>> {
  declare jobCode: string;
  declare state: CreationOptional<string>;
  declare hours: CreationOptional<string>;
  declare dueOn: string | null;
  declare tasks?: NonAttribute<Model[]>;
  declare skills?: NonAttribute<Model[]>;

  async finish(hours: number): Promise<string> {
    await this.update({ state: 'done', hours: hours.toFixed(2) });
    return this.state;
  }
}

Job.init(
  {
    jobCode: { type: DataTypes.STRING(12), primaryKey: true, field: 'JOB_CODE' },
    state: { type: DataTypes.ENUM('open', 'done'), allowNull: false, defaultValue: 'open' },
    hours: { type: DataTypes.DECIMAL(6, 2), allowNull: false, defaultValue: '0.00' },
    dueOn: DataTypes.DATEONLY,
  },
  { sequelize, modelName: 'Job', tableName: 'tblJobs', updatedAt: false, createdAt: 'takenOn' },
);
export const Task = sequelize.define(
  'Task',
  {
    title: { type: DataTypes.STRING(20), allowNull: false },
    minutes: { type: DataTypes.INTEGER, validate: { min: 0 } },
  },
  {
    underscored: true,
    version: true,
    hooks: { beforeValidate: (task) => void task.set('title', task.get('title') ?? 'todo') },
  },
);
export const Skill = sequelize.define(
  'Skill',
  { label: { type: DataTypes.STRING(10), unique: true } },
  { timestamps: false },
);

Job.hasMany(Task, { as: 'tasks', foreignKey: { name: 'jobCode', allowNull: false }, onDelete: 'CASCADE' });
Task.belongsTo(Job, { as: 'job', foreignKey: 'jobCode' });
Job.belongsToMany(Skill, { as: 'skills', through: 'job_skills', timestamps: false });

describeModel(Job, {
  root: true,
  searchable: ['state', 'hours', 'dueOn'],
  collections: { tasks: { embed: true } },
  actions: { finish: { parameters: [Number], returns: String } },
});
describeModel(Task, { searchable: { title: { ignoreCase: true }, minutes: true } });
describeModel(Skill, { root: true, searchable: ['label'] });

export const workshop = [Job, Task, Skill];

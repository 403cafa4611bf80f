import { DataTypes, type ModelStatic, Sequelize, type Transaction } from 'sequelize';
import type { Model } from 'sequelize-typescript';
import type { DomainModel } from '../../lib/persistence/sequelize/model-class';
import { createTestDatabase, dialect } from './test-database';

export interface PlainSequelize {
  readonly sequelize: Sequelize;
  /** A class with a column of each kind that Sequelize keeps a list of. */
  readonly model: DomainModel;
  readonly transaction: Transaction;
  readonly savepoint: Transaction;
  close(): Promise<void>;
}

/** A Sequelize with none of this package's replacements, with a table and an open transaction. */
export async function openPlainSequelize(): Promise<PlainSequelize> {
  const { url, drop } = await createTestDatabase();
  const storage = url.slice('sqlite:'.length);
  const sequelize = new Sequelize(url, { logging: false, ...(dialect === 'sqlite' && { storage }) });
  const model = sequelize.define('Boat', COLUMNS, OPTIONS) as ModelStatic<Model> as DomainModel;
  await model.sync();
  const transaction = await sequelize.transaction();
  const savepoint = await sequelize.transaction({ transaction });
  const close = async () => {
    await transaction.rollback();
    await sequelize.close();
    await drop();
  };
  return { sequelize, model, transaction, savepoint, close };
}

const COLUMNS = {
  code: {
    type: DataTypes.STRING(20),
    unique: true,
    validate: { len: [1, 20] as [number, number] },
    get: codeOf,
    set: setCode,
  },
  price: { type: DataTypes.DECIMAL(5, 2), defaultValue: '1.00' },
  crew: DataTypes.INTEGER,
  log: DataTypes.JSON,
  label: new DataTypes.VIRTUAL(DataTypes.STRING, ['code']),
};

const OPTIONS = { version: true, paranoid: true, indexes: [{ fields: ['crew'] }] };

function codeOf(this: Model): unknown {
  return this.getDataValue('code' as never);
}

function setCode(this: Model, value: string): void {
  this.setDataValue('code' as never, value as never);
}

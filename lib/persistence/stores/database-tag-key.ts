import { randomBytes } from 'node:crypto';
import { DataTypes, type Model, type ModelStatic } from 'sequelize';
import { PersistenceError } from '../errors';
import type { DomainSequelize } from '../statements/domain-sequelize';

interface KeyRow {
  readonly id: number;
  readonly secret: string;
}

export const TAG_KEY_TABLE = 'koaggregate_tag_keys';
const SECRET_BYTES = 32;
const ONLY = 1;

/** The key of the entity tags of classes without a version, in a table of one row, so that all processes share it. */
export class DatabaseTagKey {
  readonly #model: ModelStatic<Model<KeyRow, KeyRow>>;

  /** Must be created before the schema is applied, which creates the table. */
  constructor(sequelize: DomainSequelize) {
    this.#model = sequelize.define(
      'KoaggregateTagKey',
      {
        id: { type: DataTypes.INTEGER, primaryKey: true },
        secret: { type: DataTypes.CHAR(SECRET_BYTES * 2), allowNull: false },
      },
      { tableName: TAG_KEY_TABLE, timestamps: false },
    );
  }

  /**
   * Reads the key, after the schema is applied. The first process creates it: of two at once, one inserts its own, and
   * both read that one.
   *
   * @throws PersistenceError TAG_KEY_UNREADABLE
   */
  async read(): Promise<string> {
    try {
      return (await this.#stored()) ?? (await this.#create());
    } catch (cause) {
      throw new PersistenceError('TAG_KEY_UNREADABLE', [TAG_KEY_TABLE, (cause as Error).message], { cause });
    }
  }

  async #stored(): Promise<string | undefined> {
    const row = await this.#model.findByPk(ONLY);
    return row?.get('secret') as string | undefined;
  }

  async #create(): Promise<string> {
    const secret = randomBytes(SECRET_BYTES).toString('hex');
    await this.#model.bulkCreate([{ id: ONLY, secret }], { ignoreDuplicates: true });
    return (await this.#stored())!;
  }
}

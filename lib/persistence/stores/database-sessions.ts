import { DataTypes, type Model, type ModelStatic, Op } from 'sequelize';
import type { DomainSequelize } from '../statements/domain-sequelize';

interface SessionRow {
  readonly key: string;
  readonly name: string;
  readonly passwordDigest: string;
  readonly createdAtMs: number;
  readonly usedAtMs: number;
}

const TABLE = 'koaggregate_sessions';

/** Stores sessions in the database, so that they survive a restart and several processes share them. */
export class DatabaseSessions {
  readonly #model: ModelStatic<Model<SessionRow, SessionRow>>;

  /** Must be created before the schema is applied, which creates the table. */
  constructor(sequelize: DomainSequelize) {
    const text = (length: number) => ({ type: DataTypes.STRING(length), allowNull: false });
    const instant = { type: DataTypes.BIGINT, allowNull: false };
    this.#model = sequelize.define(
      'KoaggregateSession',
      {
        key: { ...text(64), primaryKey: true },
        name: text(255),
        passwordDigest: { ...text(64), field: 'password_digest' },
        createdAtMs: { ...instant, field: 'created_at_ms' },
        usedAtMs: { ...instant, field: 'used_at_ms' },
      },
      { tableName: TABLE, timestamps: false, indexes: [{ fields: ['used_at_ms'] }] },
    );
  }

  async create(key: string, session: Omit<SessionRow, 'key'>): Promise<void> {
    await this.#model.create({ ...session, key });
  }

  async find(key: string): Promise<Omit<SessionRow, 'key'> | undefined> {
    const row = await this.#model.findByPk(key);
    if (!row) return undefined;
    const { name, passwordDigest, createdAtMs, usedAtMs } = row.get();
    return { name, passwordDigest, createdAtMs: Number(createdAtMs), usedAtMs: Number(usedAtMs) };
  }

  async touch(key: string, usedAtMs: number): Promise<void> {
    await this.#model.update({ usedAtMs }, { where: { key } });
  }

  async remove(key: string): Promise<void> {
    await this.#model.destroy({ where: { key } });
  }

  async removeExpired(createdBeforeMs: number, usedBeforeMs: number): Promise<void> {
    const expired = [{ createdAtMs: { [Op.lt]: createdBeforeMs } }, { usedAtMs: { [Op.lt]: usedBeforeMs } }];
    await this.#model.destroy({ where: { [Op.or]: expired } });
  }
}

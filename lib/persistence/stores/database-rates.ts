import { DataTypes, type Model, type ModelStatic, Op, QueryTypes } from 'sequelize';
import type { Dialect } from '../dialects/dialect';
import type { DomainSequelize } from '../statements/domain-sequelize';

interface RateRow {
  readonly key: string;
  readonly requests: number;
  readonly endsAtMs: number;
}

const TABLE = 'koaggregate_rates';
const SWEEP_EVERY_MS = 60_000;

/** Counts requests in the database, so that several processes share their limits. */
export class DatabaseRates {
  readonly #model: ModelStatic<Model<RateRow, RateRow>>;
  readonly #statement: string;
  #sweptAtMs = 0;

  /** Must be created before the schema is applied, which creates the table. */
  constructor(private readonly sequelize: DomainSequelize) {
    const bigint = { type: DataTypes.BIGINT, allowNull: false };
    this.#model = sequelize.define(
      'KoaggregateRate',
      {
        key: { type: DataTypes.STRING(255), primaryKey: true },
        requests: bigint,
        endsAtMs: { ...bigint, field: 'ends_at_ms' },
      },
      { tableName: TABLE, timestamps: false },
    );
    this.#statement = countSql(sequelize.sqlDialect);
  }

  async count(key: string, windowMs: number): Promise<{ readonly requests: number; readonly resetMs: number }> {
    const now = Date.now();
    await this.#sweep(now);
    const replacements = { key: key.slice(0, 255), now, endsAt: now + windowMs };
    await this.sequelize.query(this.#statement, { replacements, type: QueryTypes.INSERT });
    const row = await this.#model.findByPk(replacements.key);
    return { requests: Number(row?.get('requests') ?? 1), resetMs: Number(row?.get('endsAtMs') ?? now) - now };
  }

  async #sweep(now: number): Promise<void> {
    if (now - this.#sweptAtMs < SWEEP_EVERY_MS) return;
    this.#sweptAtMs = now;
    await this.#model.destroy({ where: { endsAtMs: { [Op.lt]: now } } });
  }
}

/** Counts a request, or starts a new window. `requests` is set before `ends_at_ms` changes. */
function countSql({ syntax }: Dialect): string {
  return `INSERT INTO ${TABLE} (\`key\`, requests, ends_at_ms) VALUES (:key, 1, :endsAt) ${syntax.onTaken('key', {
    requests: 'CASE WHEN ends_at_ms <= :now THEN 1 ELSE requests + 1 END',
    ends_at_ms: 'CASE WHEN ends_at_ms <= :now THEN :endsAt ELSE ends_at_ms END',
  })}`;
}

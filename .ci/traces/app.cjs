// An application with a column of every type, for run.mjs. It requires tracing.js first, as docs/running.md says.
const sdk = require('./tracing.js');
const { Application, Container, describeModel, run } = require('koaggregate');
const { DataTypes, Model, Sequelize } = require('sequelize');

const { DB_URL, LEAK } = process.env;
const sequelize = new Sequelize(DB_URL, { logging: false });

class Vault extends Model {
  /** Sends statements of its own, with values in them, and fails. */
  async fail() {
    await this.update({ note: this.name });
    await sequelize.query(`SELECT nothing FROM vaults WHERE note = 'planted' AND size = ${this.size}`);
  }
  async fill() {
    await this.update({ note: `${this.name} again` });
    if (LEAK) require('@opentelemetry/api').trace.getActiveSpan().setAttribute('vault.name', this.name);
  }
}
Vault.init(
  {
    name: { type: DataTypes.STRING(60), unique: true },
    note: DataTypes.TEXT,
    size: DataTypes.INTEGER,
    serial: DataTypes.BIGINT,
    price: DataTypes.DECIMAL(12, 3),
    weight: DataTypes.DOUBLE,
    openedAt: DataTypes.DATE,
    builtOn: DataTypes.DATEONLY,
    closesAt: DataTypes.TIME,
    token: DataTypes.UUID,
    inside: DataTypes.JSON,
    picture: DataTypes.BLOB,
    kind: DataTypes.ENUM('plantedenum', 'other'),
  },
  { sequelize, tableName: 'vaults', underscored: true },
);
describeModel(Vault, { root: true, searchable: ['name', 'size'], actions: { fail: {}, fill: {} } });

class VaultsApplication extends Application {}

const application = new VaultsApplication({
  domain: [Vault],
  configuration: {
    name: 'vaults',
    db: { url: DB_URL, providerProperties: { 'hbm2ddl.auto': 'update', show_sql: true } },
    logs: { requests: 'info' },
    traces: { spans: 'statements', serverTiming: true },
  },
});
const container = new Container({
  applications: [application],
  configuration: { server: { connectors: [{ port: 0 }] } },
  bundles: [{ init() {}, start() {}, stop: () => sdk.shutdown() }],
});
run(container);

// The application that run.mjs observes: it is small, so that it is soon overloaded.
const { Application, Container, describeModel, run } = require('koaggregate');
const { DataTypes, Model, Sequelize } = require('sequelize');

const { DB_URL } = process.env;
const sequelize = new Sequelize(DB_URL, { logging: false });

class Parcel extends Model {
  /** Takes its time, so that others wait for its row. */
  async weigh() {
    await new Promise((resolve) => setTimeout(resolve, 40));
    await this.update({ weight: (this.weight ?? 0) + 1 });
  }
}
Parcel.init(
  { code: { type: DataTypes.STRING(40), unique: true }, weight: DataTypes.INTEGER },
  { sequelize, tableName: 'parcels', underscored: true, version: true },
);
describeModel(Parcel, { root: true, searchable: ['code'], actions: { weigh: {} } });

class ParcelsApplication extends Application {}

run(
  new Container({
    applications: [
      new ParcelsApplication({
        domain: [Parcel],
        configuration: {
          name: 'parcels',
          db: { url: DB_URL, pool: { max: 4 }, lockWaitMs: 1000, providerProperties: { 'hbm2ddl.auto': 'update' } },
          idempotency: { key: 'optional' },
          limits: { concurrency: { min: 1, max: 6 }, queueMs: 50 },
          logs: { requests: 'off' },
        },
      }),
    ],
    configuration: { server: { connectors: [{ port: 0 }], admin: { port: 0 } } },
  }),
);

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import { DataTypes, type Model, type ModelStatic, Sequelize } from 'sequelize';
import { prepare } from '../serve-shop';
import type { TestDatabase } from '../test-database';
import { dialect } from '../test-database';

/** An application with a table schema of its own: without foreign keys, with triggers, and with times in a zone of its own. */
export interface TicketOffice {
  readonly sequelize: Sequelize;
  readonly Ticket: ModelStatic<Model>;
  readonly Guest: ModelStatic<Model>;
  /** A table that the triggers write. */
  readonly Log: ModelStatic<Model>;
  /** The response of the application's route for all tickets. */
  tickets(): Promise<readonly Record<string, unknown>[]>;
  close(): Promise<void>;
}

/** SQLite has no zone: Sequelize accepts none but UTC there. */
export const ZONE = dialect === 'mysql' ? '+08:00' : '+00:00';

export function ownSequelize({ url }: TestDatabase, options: object = {}): Sequelize {
  return url.startsWith('sqlite:')
    ? new Sequelize({ dialect: 'sqlite', storage: url.slice('sqlite:'.length), logging: false, ...options })
    : new Sequelize(url.replace(/^mariadb:/, 'mysql:'), { logging: false, timezone: ZONE, ...options });
}

export async function ticketOffice(database: TestDatabase, options: object = {}): Promise<TicketOffice> {
  await prepare(database.url, dialect === 'mysql' ? ON_SERVER : ON_SQLITE);
  const sequelize = ownSequelize(database, options);
  const common = { underscored: true };
  const Ticket = sequelize.define(
    'Ticket',
    {
      code: { type: DataTypes.STRING(12), allowNull: false, unique: true },
      shelf: DataTypes.STRING(20),
      startsAt: DataTypes.DATE,
      soldOn: DataTypes.DATEONLY,
      opensAt: DataTypes.TIME,
    },
    { ...common, tableName: 'tickets', paranoid: true },
  );
  const Guest = sequelize.define(
    'Guest',
    { name: DataTypes.STRING(20), ticketId: DataTypes.INTEGER, arrivedAt: DataTypes.DATE },
    { ...common, tableName: 'guests', paranoid: true, createdAt: false, updatedAt: false },
  );
  const Log = sequelize.define(
    'Log',
    { note: DataTypes.STRING(40), loggedAt: DataTypes.DATE },
    { ...common, tableName: 'ticket_log', timestamps: false },
  );
  // Its class could not be served, and its table does not exist.
  sequelize.define('Draft', {
    first: { type: DataTypes.INTEGER, primaryKey: true },
    second: { type: DataTypes.INTEGER, primaryKey: true },
  });
  Ticket.hasMany(Guest, { as: 'guests', foreignKey: 'ticketId', constraints: false });
  Guest.belongsTo(Ticket, { as: 'ticket', foreignKey: 'ticketId', constraints: false });
  const server = await listen(oldApplication(Ticket));
  const { port } = server.address() as AddressInfo;
  return {
    sequelize,
    Ticket,
    Guest,
    Log,
    tickets: async () => (await (await fetch(`http://127.0.0.1:${port}/tickets`)).json()) as Record<string, unknown>[],
    close: async () => {
      await new Promise((closed) => server.close(closed));
      await sequelize.close();
    },
  };
}

function oldApplication(Ticket: ModelStatic<Model>): Koa {
  const app = new Koa();
  app.use(async (ctx) => {
    ctx.body = await Ticket.findAll({ include: ['guests'], order: ['id'] });
  });
  return app;
}

function listen(app: Koa): Promise<Server> {
  const server = createServer(app.callback());
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

const columns = (key: string, time: string): string[] => [
  `CREATE TABLE tickets (id ${key}, code VARCHAR(12) NOT NULL UNIQUE, shelf VARCHAR(20), starts_at ${time}, sold_on DATE,
    opens_at TIME, created_at ${time} NOT NULL, updated_at ${time} NOT NULL, deleted_at ${time})`,
  `CREATE TABLE guests (id ${key}, name VARCHAR(20), ticket_id INTEGER, arrived_at ${time}, deleted_at ${time})`,
];

const ON_SERVER = [
  ...columns('INTEGER AUTO_INCREMENT PRIMARY KEY', 'DATETIME(3)'),
  `CREATE TABLE ticket_log (id INTEGER AUTO_INCREMENT PRIMARY KEY, note VARCHAR(40),
    logged_at TIMESTAMP(3) DEFAULT CURRENT_TIMESTAMP(3))`,
  "CREATE TRIGGER shelve BEFORE INSERT ON tickets FOR EACH ROW SET NEW.shelf = CONCAT('shelf ', NEW.code)",
  "CREATE TRIGGER log_sale AFTER INSERT ON tickets FOR EACH ROW INSERT INTO ticket_log (note) VALUES (CONCAT('sold ', NEW.code))",
];

const ON_SQLITE = [
  ...columns('INTEGER PRIMARY KEY AUTOINCREMENT', 'DATETIME'),
  `CREATE TABLE ticket_log (id INTEGER PRIMARY KEY AUTOINCREMENT, note VARCHAR(40),
    logged_at DATETIME DEFAULT (strftime('%Y-%m-%d %H:%M:%f', 'now')))`,
  `CREATE TRIGGER log_sale AFTER INSERT ON tickets BEGIN
    UPDATE tickets SET shelf = 'shelf ' || NEW.code WHERE id = NEW.id;
    INSERT INTO ticket_log (note) VALUES ('sold ' || NEW.code);
  END`,
];

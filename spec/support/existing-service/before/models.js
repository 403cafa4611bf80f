const { DataTypes, Model } = require('sequelize');
const { sequelize } = require('./database');

class User extends Model {}
User.init(
  {
    login: { type: DataTypes.STRING(40), allowNull: false, unique: true },
    password: { type: DataTypes.STRING(100), allowNull: false },
    role: { type: DataTypes.STRING(20), allowNull: false, defaultValue: 'guest' },
  },
  { sequelize, tableName: 'users', underscored: true },
);

class Ticket extends Model {
  async close(state) {
    await Entry.create({ ticketId: this.id, text: `closed: ${state}` });
    await this.update({ state });
  }
}
Ticket.init(
  {
    ticketNo: { type: DataTypes.STRING(12), field: 'ticket_no', allowNull: false, unique: true },
    device: {
      type: DataTypes.STRING(80),
      allowNull: false,
      set(value) {
        this.setDataValue('device', String(value).trim());
      },
    },
    state: { type: DataTypes.STRING(10), allowNull: false, defaultValue: 'open' },
    price: DataTypes.DECIMAL(10, 2),
    dueOn: {
      type: DataTypes.DATE,
      field: 'due_on',
      get() {
        const due = this.getDataValue('dueOn');
        return due ? due.toISOString().slice(0, 10) : null;
      },
    },
  },
  {
    sequelize,
    tableName: 'tickets',
    underscored: true,
    scopes: { open: { where: { state: 'open' } } },
    hooks: {
      beforeValidate(ticket) {
        if (ticket.ticketNo) ticket.ticketNo = ticket.ticketNo.toUpperCase();
      },
      async afterUpdate(ticket) {
        if (ticket.changed('state')) await Entry.create({ ticketId: ticket.id, text: `now ${ticket.state}` });
      },
    },
  },
);

class Part extends Model {}
Part.init(
  { name: { type: DataTypes.STRING(40), allowNull: false }, pieces: { type: DataTypes.INTEGER, defaultValue: 1 } },
  { sequelize, tableName: 'parts', underscored: true },
);

class Entry extends Model {}
Entry.init({ text: DataTypes.STRING(200) }, { sequelize, tableName: 'entries', underscored: true, updatedAt: false });

Ticket.hasMany(Part, { as: 'parts', foreignKey: { name: 'ticketId', allowNull: false }, onDelete: 'CASCADE' });
Part.belongsTo(Ticket, { as: 'ticket', foreignKey: 'ticketId' });
Ticket.hasMany(Entry, { as: 'entries', foreignKey: 'ticketId' });
Ticket.belongsTo(User, { as: 'owner', foreignKey: 'ownerId' });

module.exports = { User, Ticket, Part, Entry };

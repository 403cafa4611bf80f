const assert = require('node:assert');
const { after, before, test } = require('node:test');
const { once } = require('node:events');
const { sequelize } = require('../database');
const { Entry, Part, Ticket, User } = require('../models');
const serve = require('../server');

let service;
let address;
let cookie;

before(async () => {
  await sequelize.sync({ force: true });
  await User.create({ login: 'ann', password: 'secret', role: 'staff' });
  service = await serve(0);
  if (!service.server.listening) await once(service.server, 'listening');
  address = `http://127.0.0.1:${service.server.address().port}`;
});
after(async () => {
  await service.stop();
  await sequelize.close();
});

async function send(method, path, body, headers = {}) {
  const json = { 'Content-Type': 'application/json', ...(cookie && { Cookie: cookie }), ...headers };
  const response = await fetch(address + path, { method, headers: json, body: body && JSON.stringify(body) });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text && JSON.parse(text) };
}

test('rejects requests without a session, in its own format', async () => {
  const { status, body } = await send('GET', '/board');
  assert.deepStrictEqual({ status, body }, { status: 401, body: { ok: false, reason: 'Log in first.' } });
});

test('logs in, and rejects a wrong password', async () => {
  assert.strictEqual((await send('POST', '/login', { login: 'ann', password: 'wrong' })).status, 403);
  const { status, headers } = await send('POST', '/login', { login: 'ann', password: 'secret' });
  cookie = headers.get('Set-Cookie').split(';')[0];
  assert.strictEqual(status, 200);
});

test('takes in a ticket with an entry, by hooks and setters', async () => {
  const taken = await send('POST', '/intake', { ticketNo: 'r-1', device: ' lamp ', dueOn: '2027-03-01T10:00:00Z' });
  assert.deepStrictEqual(taken.body, { ok: true, ticketNo: 'R-1' });
  const ticket = await Ticket.findOne({ where: { ticketNo: 'R-1' }, include: ['entries', 'owner'] });
  assert.strictEqual(ticket.device, 'lamp');
  assert.strictEqual(ticket.owner.login, 'ann');
  assert.deepStrictEqual(
    ticket.entries.map(({ text }) => text),
    ['taken in by ann'],
  );
});

test('stores neither of them if the intake fails', async () => {
  const before = await Entry.count();
  const { status, body } = await send('POST', '/intake', { ticketNo: 'r-2', device: 'unknown' });
  assert.deepStrictEqual({ status, body }, { status: 422, body: { ok: false, reason: 'Name the device.' } });
  assert.deepStrictEqual([await Ticket.count({ where: { ticketNo: 'R-2' } }), await Entry.count()], [0, before]);
});

test('shows open tickets on the board, with their day', async () => {
  const ticket = await Ticket.findOne({ where: { ticketNo: 'R-1' } });
  await Part.bulkCreate([
    { name: 'bulb', ticketId: ticket.id },
    { name: 'cable', ticketId: ticket.id },
  ]);
  assert.deepStrictEqual((await send('GET', '/board')).body, [{ ticketNo: 'R-1', dueOn: '2027-03-01', parts: 2 }]);
  await ticket.close('done');
  assert.deepStrictEqual((await send('GET', '/board')).body, []);
});

test('has its own 404', async () => {
  assert.deepStrictEqual((await send('GET', '/nowhere')).body, { ok: false, reason: 'There is nothing here.' });
});

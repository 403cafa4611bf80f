const Router = require('@koa/router');
const { sequelize } = require('./database');
const { Entry, Ticket, User } = require('./models');
const auth = require('./middleware/auth');

const router = new (Router.default ?? Router)();

router.post('/login', async (ctx) => {
  const { login, password } = ctx.request.body;
  const user = await User.findOne({ where: { login, password } });
  if (!user) ctx.throw(403, 'Wrong login or password.');
  ctx.session.userId = user.id;
  ctx.body = { ok: true };
});

router.get('/board', auth, async (ctx) => {
  const open = await Ticket.scope('open').findAll({ include: ['parts'], order: ['id'] });
  ctx.body = open.map(({ ticketNo, dueOn, parts }) => ({ ticketNo, dueOn, parts: parts.length }));
});

// The entry and the ticket are stored together, or none of them.
router.post('/intake', auth, async (ctx) => {
  ctx.body = await sequelize.transaction(async () => {
    const ticket = await Ticket.create({ ...ctx.request.body, ownerId: ctx.state.user.id });
    await Entry.create({ ticketId: ticket.id, text: `taken in by ${ctx.state.user.login}` });
    if (ticket.device === 'unknown') ctx.throw(422, 'Name the device.');
    return { ok: true, ticketNo: ticket.ticketNo };
  });
});

module.exports = router;

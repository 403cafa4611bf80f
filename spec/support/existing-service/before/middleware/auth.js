const { User } = require('../models');

/** Sets `ctx.state.user`, or ends the request. */
module.exports = async (ctx, next) => {
  const { userId } = ctx.session;
  ctx.state.user = userId && (await User.findByPk(userId));
  if (!ctx.state.user) ctx.throw(401, 'Log in first.');
  await next();
};

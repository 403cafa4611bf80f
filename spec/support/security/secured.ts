/** A configuration with two authentication schemes and a rate limit. */
export const secured = {
  basic: { realm: 'shop' },
  session: { store: 'memory', cookie: 'shop_session' },
  rateLimit: { requests: 100, windowS: 60 },
};

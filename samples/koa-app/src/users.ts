import type { Context, Next } from 'koa';

export interface User {
  readonly name: string;
  /** Whether the user may change anything. */
  readonly clerk: boolean;
}

/** Users by token; a real application would use its own directory. */
const USERS: ReadonlyMap<string, User> = new Map([
  ['token-of-ada', { name: 'Ada Bell', clerk: true }],
  ['token-of-paul', { name: 'Paul Marsh', clerk: false }],
]);

const READ_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Sets `ctx.state.user` to the user of the bearer token. */
export function identify(ctx: Context, next: Next): Promise<void> {
  const [, token = ''] = /^Bearer (\S+)$/i.exec(ctx.get('Authorization')) ?? [];
  ctx.state.user = USERS.get(token);
  return next();
}

/** Rejects unknown users, and writes of users who are not clerks. */
export function requireUser(ctx: Context, next: Next): Promise<void> {
  const user: User | undefined = ctx.state.user;
  if (!user) ctx.throw(401, 'Who are you?', { headers: { 'WWW-Authenticate': 'Bearer' } });
  if (!user.clerk && !READ_METHODS.has(ctx.method)) ctx.throw(403, `${user.name} may only read.`);
  return next();
}

import type { Context, Next } from 'koa';

export interface User {
  readonly name: string;
  /** Whether the user may change anything. */
  readonly clerk: boolean;
}

/** Who is known, by token; an application asks its own directory here. */
const USERS: ReadonlyMap<string, User> = new Map([
  ['token-of-ada', { name: 'Ada Bell', clerk: true }],
  ['token-of-paul', { name: 'Paul Marsh', clerk: false }],
]);

const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Puts the user of the bearer token into `ctx.state.user`. */
export function identify(ctx: Context, next: Next): Promise<void> {
  const [, token = ''] = /^Bearer (\S+)$/i.exec(ctx.get('Authorization')) ?? [];
  ctx.state.user = USERS.get(token);
  return next();
}

/** Lets nobody pass who is not known, nor anybody write who is no clerk. */
export function requireUser(ctx: Context, next: Next): Promise<void> {
  const user: User | undefined = ctx.state.user;
  if (!user) ctx.throw(401, 'Who are you?', { headers: { 'WWW-Authenticate': 'Bearer' } });
  if (!user.clerk && !READING.has(ctx.method)) ctx.throw(403, `${user.name} may only read.`);
  return next();
}

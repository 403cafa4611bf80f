import Joi from 'joi';

/** The section `security.session`; that it is there turns the mechanism on. */
export interface SessionSection {
  /** Of the routes to log in, to log out and to ask who one is; `/session` when absent. */
  readonly path?: string;
  /** The name of the cookie; `session` when absent. Over https at the root, `__Host-` is put before it. */
  readonly cookie?: string;
  /** After which a session ends that is not used, in seconds; 1,800 when absent. */
  readonly idleTimeoutS?: number;
  /** After which a session ends however much it is used, in seconds; 43,200 when absent. */
  readonly absoluteTimeoutS?: number;
  /** `always`, or `auto` when absent: without it only over plain http on this very machine. */
  readonly secure?: 'auto' | 'always';
  /** The application's database where it has one, when absent. */
  readonly store?: 'database' | 'memory';
}

const seconds = Joi.number().integer().min(1);

export const sessionSection = Joi.object({
  path: Joi.string().pattern(/^(\/[a-z0-9_-]+)+$/, 'a path of small letters'),
  cookie: Joi.string().pattern(/^[A-Za-z0-9_-]+$/, 'a name of letters, digits, - and _'),
  idleTimeoutS: seconds,
  absoluteTimeoutS: seconds,
  secure: Joi.string().valid('auto', 'always'),
  store: Joi.string().valid('database', 'memory'),
});

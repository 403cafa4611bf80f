import Joi from 'joi';

/** The section `security.session`; its presence turns sessions on. */
export interface SessionSection {
  /** The path of the routes for login, the current user and logout; `/session` when absent. */
  readonly path?: string;
  /** The name of the cookie; `session` when absent. Over https at the root it gets the prefix `__Host-`. */
  readonly cookie?: string;
  /** The time after which an unused session ends, in seconds; 1,800 when absent. */
  readonly idleTimeoutS?: number;
  /** The time after which any session ends, in seconds; 43,200 when absent. */
  readonly absoluteTimeoutS?: number;
  /** Whether the cookie is `Secure`. `auto`, the default: except over plain http on this machine. */
  readonly secure?: 'auto' | 'always';
  /** When absent, the application's database if there is one, else memory. */
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

import Joi from 'joi';

/** The section `logs`, of containers and applications. */
export interface LogsSection {
  /** The lowest level of the lines about requests. */
  readonly requests: 'off' | 'info' | 'warn' | 'error';
  /** The lowest level of all other lines. */
  readonly level: 'info' | 'warn' | 'error';
  /** What writes the lines, unless a logger is passed as an option. */
  readonly writer: 'console' | 'pino';
}

export const logsSection = Joi.object({
  requests: Joi.string().valid('off', 'info', 'warn', 'error'),
  level: Joi.string().valid('info', 'warn', 'error'),
  writer: Joi.string().valid('console', 'pino'),
});

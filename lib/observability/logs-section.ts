import Joi from 'joi';

/** The section `logs`. */
export interface LogsSection {
  /** The lowest level of the lines about requests. */
  readonly requests: 'off' | 'info' | 'warn' | 'error';
}

export const logsSection = Joi.object({ requests: Joi.string().valid('off', 'info', 'warn', 'error') });

import Joi from 'joi';

/** The section `traces`. */
export interface TracesSection {
  /** `units` has spans of actions and units of work, `statements` also one for each statement. */
  readonly spans: 'off' | 'units' | 'statements';
  /** Whether responses have the header `Server-Timing`. */
  readonly serverTiming: boolean;
}

export const tracesSection = Joi.object({
  spans: Joi.string().valid('off', 'units', 'statements'),
  serverTiming: Joi.boolean(),
});

import Joi from 'joi';
import { permissionNames } from '../../security';

/** The section `metrics`: what the application measures; `off` for nothing. */
export type MetricsSection = 'off' | MetricsSettings;

interface MetricsSettings {
  /** All of them are required to read `/metrics` of the application. Empty: it has no such route. */
  readonly permissions: readonly string[];
}

export const metricsSection = Joi.object({ permissions: permissionNames }).allow('off');

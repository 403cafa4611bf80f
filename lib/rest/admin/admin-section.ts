import Joi from 'joi';
import { permissionNames } from '../../security';

/** The section `admin`: what tells of the application to those who run it. */
export interface AdminSection {
  /**
   * Who sees the listing of the routes: `authenticated` asks for a principal where anything can tell who sends a
   * request, `public` lets everybody in, `off` removes it.
   */
  readonly routes: 'authenticated' | 'public' | 'off';
  /** The permissions to see it, all of which are required. */
  readonly permissions: readonly string[];
}

export const adminSection = Joi.object({
  routes: Joi.string().valid('authenticated', 'public', 'off'),
  permissions: permissionNames,
});

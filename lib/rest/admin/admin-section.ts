import Joi from 'joi';
import { permissionNames } from '../../security';

/** The section `admin`: routes for operators of the application. */
export interface AdminSection {
  /**
   * Access to the listing of the routes. `authenticated`: any principal, or everybody if no authenticator is
   * configured; `public`: everybody; `off`: there is no listing.
   */
  readonly routes: 'authenticated' | 'public' | 'off';
  /** The permissions that are required for the listing, all of them. */
  readonly permissions: readonly string[];
}

export const adminSection = Joi.object({
  routes: Joi.string().valid('authenticated', 'public', 'off'),
  permissions: permissionNames,
});

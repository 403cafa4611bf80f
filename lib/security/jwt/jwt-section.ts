import Joi from 'joi';
import type { OptionKinds } from '../../foundation';

/** The section `security.jwt`; its presence turns bearer tokens on. Exactly one of the four keys is required. */
export interface JwtSection {
  /** The required `iss` of a token. */
  readonly issuer: string;
  /** The required `aud` of a token, or one of several. */
  readonly audience: string | readonly string[];
  /** The accepted algorithms, such as `RS256`. */
  readonly algorithms: readonly string[];
  /** The URL of the issuer's public keys: https, or http on this machine. Redirects are not followed. */
  readonly jwksUrl?: string;
  /** PEM. */
  readonly publicKey?: string;
  readonly publicKeyFile?: string;
  /** Shared with the issuer, for algorithms that begin with HS. */
  readonly secret?: string;
  /** The tolerated difference between the clocks of issuer and server, in seconds. */
  readonly clockSkewS?: number;
  /** The claim with the name; `sub` when absent. */
  readonly nameClaim?: string;
  /** The claim with the roles, a list or names separated by spaces; `roles` when absent. Dots lead into objects. */
  readonly rolesClaim?: string;
  /** The claim with permissions; without it, only the roles have permissions. */
  readonly permissionsClaim?: string;
}

export const JWT_OPTIONS = {
  issuer: 'any',
  audience: 'any',
  algorithms: 'any',
  jwksUrl: 'any',
  publicKey: 'any',
  publicKeyFile: 'any',
  secret: 'any',
  clockSkewS: 'any',
  nameClaim: 'any',
  rolesClaim: 'any',
  permissionsClaim: 'any',
} satisfies OptionKinds<JwtSection>;

const KEYS = ['jwksUrl', 'publicKey', 'publicKeyFile', 'secret'] as const;
const claim = Joi.string();

export const jwtSection = Joi.object({
  issuer: Joi.string().required(),
  audience: Joi.alternatives(Joi.string(), Joi.array().items(Joi.string()).min(1)).required(),
  algorithms: Joi.array()
    .items(Joi.string().pattern(/^(HS|RS|PS|ES)(256|384|512)$|^EdDSA$/, 'an algorithm that signs, such as RS256'))
    .min(1)
    .required(),
  jwksUrl: Joi.string().uri({ scheme: ['https', 'http'] }),
  publicKey: Joi.string(),
  publicKeyFile: Joi.string(),
  secret: Joi.string().min(32),
  clockSkewS: Joi.number().integer().min(0).max(300),
  nameClaim: claim,
  rolesClaim: claim,
  permissionsClaim: claim,
}).xor(...KEYS);

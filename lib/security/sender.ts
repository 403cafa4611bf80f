import type { Authenticator, Identity } from './authenticator';

/**
 * Who has sent a request. Names alone are ambiguous: a user of HTTP Basic and the subject of a token may have the same
 * one.
 */
export interface Sender {
  /** The name of the authenticator that found the credentials. */
  readonly authenticator: string;
  /** Who has given the name to the subject: the issuer of a token, the realm of a password. */
  readonly issuer?: string;
  /** The name, unless the issuer has a more lasting one. */
  readonly subject: string;
}

/** An identity, with the name of the authenticator that found it. */
export interface Identified {
  readonly identity: Identity;
  readonly authenticator: string;
}

export function senderOf({ authenticator, identity: { issuer, subject, name } }: Identified): Sender {
  return { authenticator, issuer, subject: subject ?? name };
}

/**
 * The names of authenticators, in their order: the name that one has, else that of its class; an object of no class has
 * its challenge. Of several with the same class or challenge, the later ones have a number, since each may know other
 * users.
 */
export function namesOf(authenticators: readonly Authenticator[]): readonly string[] {
  const counts = new Map<string, number>();
  return authenticators.map((authenticator) => {
    if (typeof authenticator.name === 'string') return authenticator.name;
    const kind = kindOf(authenticator);
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    return count === 1 ? kind : `${kind} ${count}`;
  });
}

function kindOf(authenticator: Authenticator): string {
  const type: unknown = authenticator.constructor;
  const className = typeof type === 'function' && type !== Object ? type.name : '';
  return className === '' ? `challenge ${authenticator.challenge}` : `class ${className}`;
}

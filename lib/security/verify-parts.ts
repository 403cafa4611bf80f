import { Mistakes, nameOfPart, partFault } from '../foundation';
import { SecurityError } from './errors';

/** Parts passed in code; in JavaScript no compiler has checked them. */
interface Parts {
  readonly authenticators: readonly unknown[];
  readonly authorizer?: unknown;
  readonly users?: unknown;
}

/**
 * Checks that each part has the methods of its interface.
 *
 * @throws SecurityError SECURITY_PART_INVALID, or SeveralMistakes of these
 */
export function verifyParts({ authenticators, authorizer, users }: Parts): void {
  const mistakes = new Mistakes();
  const check = (part: unknown, as: string, methods: readonly string[]) => {
    const fault = partFault(part, methods);
    if (fault) mistakes.add(new SecurityError('SECURITY_PART_INVALID', nameOfPart(part), as, fault));
  };
  for (const authenticator of authenticators) check(authenticator, 'an authenticator', ['authenticate']);
  if (authorizer !== undefined) check(authorizer, 'the authorizer', ['principalOf', 'isPermitted']);
  if (users !== undefined) check(users, 'the store of users', ['find']);
  mistakes.report();
}

import { checkOptions, type OptionKinds } from '../../foundation';
import { defaultRegistry } from '../../metadata';
import { type DeclaredAt, type MemberDecorator, memberDecorator } from './marks';
import type { SecuredMethod } from './secure';

export interface PublicOptions {
  /** The public HTTP method; every method when absent. */
  readonly method?: SecuredMethod;
}

const OPTIONS = { method: 'any' } satisfies OptionKinds<PublicOptions>;

/** One `@Public` on an element. */
export interface PublicEntry extends PublicOptions {
  readonly at: DeclaredAt;
}

export const PUBLIC = Symbol('@Public');

/**
 * Marks the routes of an aggregate root, a collection or an action as public on purpose.
 *
 * A public route requires no credentials, even with `security.authenticate: always`. A write route with neither this mark
 * nor a permission besides those for reading is warned about at the start, and stops it in strict mode. On a root it does
 * not open the writes of children.
 *
 * @example `@Public({ method: 'POST' })`
 */
export function Public(options: PublicOptions = {}): MemberDecorator {
  return memberDecorator((type, member, at) => {
    checkOptions(options, OPTIONS, `@Public on ${at}`);
    const { method } = options;
    defaultRegistry.annotate(type, PUBLIC, { method, at } satisfies PublicEntry, member);
  });
}

import type { EntityMetadata } from '../../metadata';
import { scopeRulesOf } from './scope-rules';

/** The roles that rules ask for by `principal.roles.includes(…)`, in their order. */
export function rolesAskedFor(scoped: readonly EntityMetadata[], name: string): readonly string[] {
  const asked = new Set<string>();
  const roles = new Proxy<readonly string[]>([], {
    get: (target, member) =>
      member === 'includes' || member === 'indexOf' ? listening(asked, member) : Reflect.get(target, member),
  });
  const claims = new Proxy({}, { get: () => name });
  for (const rule of scoped.flatMap(scopeRulesOf)) {
    try {
      rule({ name, roles, permissions: new Set(), claims });
    } catch {
      // The roles that it asked for before are known.
    }
  }
  return [...asked];
}

/** Answers that there is no such role. */
function listening(asked: Set<string>, member: 'includes' | 'indexOf'): (role: string) => boolean | number {
  return (role) => {
    asked.add(role);
    return member === 'includes' ? false : -1;
  };
}

/** Keys that could reach into a prototype: no payload may have them, and so no member of a domain class. */
export const FORBIDDEN_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

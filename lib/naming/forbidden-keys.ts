/** Keys that could pollute a prototype: forbidden in payloads and as members of domain classes. */
export const FORBIDDEN_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

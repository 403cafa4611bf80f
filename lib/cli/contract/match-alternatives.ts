/** Alternatives of two schemas that are the same one. */
export interface MatchedAlternatives {
  readonly pairs: readonly (readonly [unknown, unknown])[];
  readonly lost: readonly string[];
  readonly gained: readonly string[];
}

/** Pairs those of the same name or text; those that are left, where they are as many on both sides, in their order. */
export function matchAlternatives(before: readonly unknown[], now: readonly unknown[]): MatchedAlternatives {
  const pairs: (readonly [unknown, unknown])[] = [];
  const gained = [...now];
  const lost = before.filter((one) => {
    const at = gained.findIndex((other) => keyOf(other) === keyOf(one));
    if (at < 0) return true;
    pairs.push([one, gained[at]]);
    gained.splice(at, 1);
    return false;
  });
  if (lost.length === gained.length) {
    return { pairs: [...pairs, ...lost.map((one, index) => [one, gained[index]] as const)], lost: [], gained: [] };
  }
  return { pairs, lost: lost.map(wordsOf), gained: gained.map(wordsOf) };
}

function keyOf(schema: unknown): string {
  const { $ref, type, items } = schema as { readonly $ref?: string; readonly type?: unknown; readonly items?: object };
  return $ref ?? (items ? `${type} of ${keyOf(items)}` : JSON.stringify(schema));
}

function wordsOf(schema: unknown): string {
  const { $ref, type, items } = schema as { readonly $ref?: string; readonly type?: unknown; readonly items?: object };
  if (items) return `an array of ${wordsOf(items)}`;
  return $ref?.split('/').at(-1) ?? String(type ?? JSON.stringify(schema));
}

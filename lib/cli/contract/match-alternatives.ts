/** The alternatives (`anyOf`, `oneOf`) of two schemas, matched with each other. */
export interface MatchedAlternatives {
  readonly pairs: readonly (readonly [unknown, unknown])[];
  readonly lost: readonly string[];
  readonly gained: readonly string[];
}

/** Pairs equal alternatives first; if as many are left on both sides, pairs these in their order. */
export function matchAlternatives(before: readonly unknown[], now: readonly unknown[]): MatchedAlternatives {
  const pairs: (readonly [unknown, unknown])[] = [];
  const gained = [...now];
  const lost = before.filter((alternative) => {
    const index = gained.findIndex((other) => keyOf(other) === keyOf(alternative));
    if (index < 0) return true;
    pairs.push([alternative, gained[index]]);
    gained.splice(index, 1);
    return false;
  });
  if (lost.length === gained.length) {
    return {
      pairs: [...pairs, ...lost.map((alternative, index) => [alternative, gained[index]] as const)],
      lost: [],
      gained: [],
    };
  }
  return { pairs, lost: lost.map(labelOf), gained: gained.map(labelOf) };
}

function keyOf(schema: unknown): string {
  const { $ref, type, items } = schema as { readonly $ref?: string; readonly type?: unknown; readonly items?: object };
  return $ref ?? (items ? `${type} of ${keyOf(items)}` : JSON.stringify(schema));
}

/** The name of an alternative in messages: `Order`, `an array of Order`, `null`. */
function labelOf(schema: unknown): string {
  const { $ref, type, items } = schema as { readonly $ref?: string; readonly type?: unknown; readonly items?: object };
  if (items) return `an array of ${labelOf(items)}`;
  return $ref?.split('/').at(-1) ?? String(type ?? JSON.stringify(schema));
}

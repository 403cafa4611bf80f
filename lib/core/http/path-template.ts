const PARAMETER = /^\{([A-Za-z_][A-Za-z0-9_]*)\}$/;

/** A path segment. */
export type Segment = { readonly literal: string } | { readonly parameter: string };

/**
 * Parses a path template such as `/orders/{order_id}/order_items`; `/` has no segments.
 *
 * @throws Error for an empty segment, a malformed parameter, or a repeated parameter name
 */
export function parseTemplate(template: string): readonly Segment[] {
  if (!template.startsWith('/')) throw new Error(`The path "${template}" must start with "/".`);
  if (template === '/') return [];
  const segments = template
    .slice(1)
    .split('/')
    .map((text) => parseSegment(text, template));
  const names = segments.flatMap((segment) => ('parameter' in segment ? [segment.parameter] : []));
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice) throw new Error(`The path "${template}" has the parameter {${twice}} twice: rename one of the two.`);
  return segments;
}

/** The template without parameter names: templates of the same shape match the same paths. */
export function shapeOf(template: string): string {
  return `/${parseTemplate(template)
    .map((segment) => ('literal' in segment ? segment.literal : '{}'))
    .join('/')}`;
}

function parseSegment(text: string, template: string): Segment {
  const parameter = PARAMETER.exec(text)?.[1];
  if (parameter) return { parameter };
  if (!text) throw new Error(`The path "${template}" has an empty segment: remove the slash.`);
  if (/[{}?#]/.test(text)) {
    throw new Error(`The segment "${text}" of "${template}" must be plain text or one {parameter}.`);
  }
  return { literal: encodeURI(text) };
}

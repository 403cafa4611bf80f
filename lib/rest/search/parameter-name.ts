const PARAMETER = /^([^[\]]+)(?:\[([^[\]]+)\])?$/;

/** Without the operator in brackets; empty for what is written as no parameter. */
export function fieldNameOf(parameter: string): string {
  return PARAMETER.exec(parameter)?.[1] ?? '';
}

/** The operator in brackets; empty for equality. */
export function bracketOf(parameter: string): string {
  return PARAMETER.exec(parameter)?.[2] ?? '';
}

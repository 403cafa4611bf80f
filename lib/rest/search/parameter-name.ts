const PARAMETER = /^([^[\]]+)(?:\[([^[\]]+)\])?$/;

/** The name before the operator: `total` of `total[gt]`; empty for a malformed parameter. */
export function fieldNameOf(parameter: string): string {
  return PARAMETER.exec(parameter)?.[1] ?? '';
}

/** The operator in brackets: `gt` of `total[gt]`; empty for equality. */
export function operatorNameOf(parameter: string): string {
  return PARAMETER.exec(parameter)?.[2] ?? '';
}

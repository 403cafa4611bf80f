import type { Operation } from '../../rest';

/** Headers by name, each with its value as code. */
export type HeaderCode = ReadonlyMap<string, string>;

/** The headers that writes require by configuration, with values that every write accepts. */
export function requiredHeaders(operations: readonly Operation[]): HeaderCode {
  const isRequired = (rule: 'concurrency' | 'idempotency') =>
    operations.some(({ input }) => input[rule] === 'required');
  return new Map([
    ...(isRequired('concurrency') ? [['If-Match', "'*'"] as const] : []),
    ...(isRequired('idempotency') ? [['Idempotency-Key', '() => randomUUID()'] as const] : []),
  ]);
}

/** The argument after a principal: `, { 'If-Match': '*' }`; empty without headers. */
export function headersArgument(headers: HeaderCode, without?: string): string {
  const sent = [...headers].filter(([name]) => name !== without);
  return sent.length === 0 ? '' : `, { ${sent.map(([name, value]) => `'${name}': ${value}`).join(', ')} }`;
}

import type { Operation } from '../../rest';

/** Headers by name, each with its value as code. */
export type HeaderCode = ReadonlyMap<string, string>;

/** The headers that writes require by configuration, with values that every write accepts. */
export function requiredHeaders(operations: readonly Operation[]): HeaderCode {
  const isRequired = (header: 'concurrency' | 'idempotency') =>
    operations.some(({ input }) => input[header] === 'required');
  return new Map([
    ...(isRequired('concurrency') ? [['If-Match', "'*'"] as const] : []),
    ...(isRequired('idempotency') ? [['Idempotency-Key', '() => randomUUID()'] as const] : []),
  ]);
}

/** The second argument of `app.as()` with the comma before it: `, { 'If-Match': '*' }`; empty if there are no headers. */
export function headersArgument(headers: HeaderCode, omitted?: string): string {
  const sent = [...headers].filter(([name]) => name !== omitted);
  return sent.length === 0 ? '' : `, { ${sent.map(([name, value]) => `'${name}': ${value}`).join(', ')} }`;
}

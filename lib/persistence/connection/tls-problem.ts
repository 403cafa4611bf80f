const HINTS: readonly (readonly [RegExp, hint: string])[] = [
  [
    /altname|hostname|does not match/i,
    'use the host name of the certificate, or the mode VERIFY_CA, which compares none',
  ],
  [
    /self[- ]signed|unable to (?:verify|get)|issuer/i,
    'set db.ssl.ca to the certificate of the authority that issued it',
  ],
  [/expired|not yet valid/i, 'renew the certificate of the server'],
];

/** Why a server cannot be reached with TLS, and what to do, from an error of the driver; undefined for other errors. */
export function tlsProblem(code: string, message: string): string | undefined {
  if (code === 'HANDSHAKE_NO_SSL_SUPPORT') {
    return 'the server has no TLS, and connections in plain text are not allowed. Give the server a certificate, or write the mode DISABLED';
  }
  if (code === 'ER_SECURE_TRANSPORT_REQUIRED') return 'the server accepts encrypted connections only. Set db.ssl';
  if (code !== 'HANDSHAKE_SSL_ERROR') return undefined;
  const hint = HINTS.find(([pattern]) => pattern.test(message))?.[1] ?? 'Correct db.ssl, or the options of db.url';
  return `${message.trim().replace(/\.$/, '')}. ${hint.charAt(0).toUpperCase()}${hint.slice(1)}`;
}

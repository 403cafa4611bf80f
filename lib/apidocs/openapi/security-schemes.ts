import type { AggregateConfiguration } from '../../rest';

/** The ways for clients to say who they are, by the names of the sections that turn them on. */
export function securitySchemes({
  basic,
  jwt,
  session,
}: AggregateConfiguration['security']): Readonly<Record<string, object>> {
  return {
    ...(basic && { basic: { type: 'http', scheme: 'basic', description: 'Name and password with each request.' } }),
    ...(jwt && { jwt: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'A signed token.' } }),
    ...(session && { session: sessionScheme(session.cookie ?? 'session', session.path ?? '/session') }),
  };
}

function sessionScheme(cookie: string, path: string): object {
  const description = `The cookie that \`POST ${path}\` sets. Over https at the root its name begins with \`__Host-\`.`;
  return { type: 'apiKey', in: 'cookie', name: cookie, description };
}

import { randomBytes } from 'node:crypto';
import { withoutPassword } from '../../persistence';
import type { NewDatabase } from './new-project';

const PASSWORD_BYTES = 18;
const SERVER_URL = /^(mysql|mariadb):\/\//;

/**
 * The database of a new project: `sqlite`, `mariadb`, or the URL of a server.
 *
 * @param applicationName  in snake_case; the name of the file or database
 * @throws Error for anything else, and for a URL without a database
 */
export function projectDatabase(given: string, applicationName: string): NewDatabase {
  const composePassword = randomBytes(PASSWORD_BYTES).toString('hex');
  if (given === 'sqlite') return { kind: 'sqlite', url: `sqlite:data/${applicationName}.sqlite`, composePassword };
  if (given === 'mariadb') {
    const place = `127.0.0.1:3306/${applicationName}`;
    return {
      kind: 'mariadb',
      url: `mysql://${applicationName}@${place}`,
      secretUrl: `mysql://${applicationName}:${composePassword}@${place}`,
      composePassword,
    };
  }
  return { kind: 'mariadb', ...serverUrls(given), composePassword };
}

function serverUrls(given: string): Pick<NewDatabase, 'url' | 'secretUrl'> {
  if (!SERVER_URL.test(given) || !URL.canParse(given))
    throw new Error(
      `--database takes sqlite, mariadb or mysql://user:password@host:port/name; not "${redacted(given)}".`,
    );
  const url = new URL(given);
  if (url.pathname.length < 2)
    throw new Error('The URL of --database has no database name: add it, as in mysql://host/shop.');
  const hasSecret = withoutPassword(given) !== given;
  url.password = '';
  // Options that encrypt stay, or the project would connect in plain text without its secrets.
  if (withoutPassword(url.search) !== url.search) url.search = '';
  return { url: url.href, ...(hasSecret && { secretUrl: given }) };
}

/** An invalid URL may contain a password, too. */
function redacted(given: string): string {
  return given.includes('@') ? `***@${given.slice(given.lastIndexOf('@') + 1)}` : given;
}

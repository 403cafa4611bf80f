import { Application } from '../../../lib';
import { type MatrixRow, permissionMatrix } from '../../../lib/rest';
import { CLUB } from '../domain/club';
import { useServed } from '../serve-shop';
import { holding, namedByHeader, permittedByName } from './named-by-header';

/** Clubs in which every member requires permissions, served during the tests of a file. */
export function useClub() {
  const served = useServed(CLUB, { Class: Application, authenticators: [namedByHeader], authorizer: permittedByName });

  let matrix: readonly MatrixRow[] | undefined;
  /** The generated routes. */
  const rows = () => {
    matrix ??= permissionMatrix(served.application.routes, served.application.registry).filter(
      ({ resource }) => resource === 'generated',
    );
    return matrix;
  };
  const permissions = () => [...new Set(rows().flatMap((row) => row.permissions))];
  const everything = () => holding(...permissions(), 'budget.read');

  /** Creates an entity with all permissions. @returns its id */
  async function create(path: string, body: unknown): Promise<number> {
    const response = await served.request('POST', path, body, everything());
    expect(response.status).toBe(201);
    return (response.body as { id: number }).id;
  }

  /** The path of a route, with the keys of entities that are created for it. */
  async function pathTo({ path }: MatrixRow): Promise<string> {
    const club = await create('/clubs', { name: 'United' });
    const team = await create(`/clubs/${club}/teams`, { name: 'First' });
    const ids: Record<string, number> = {
      clubs: club,
      teams: team,
      players: await create(`/clubs/${club}/teams/${team}/players`, { name: 'Ada' }),
      sponsors: await create(`/clubs/${club}/sponsors`, { name: 'Acme' }),
      cities: await create('/cities', { name: 'Ulm' }),
    };
    let resource = '';
    const segments = path.split('/').map((segment) => {
      if (segment.startsWith('{')) return String(ids[resource]);
      resource = segment;
      return segment;
    });
    return segments.join('/');
  }

  /** The content that a route takes. */
  const bodyFor = ({ name }: MatrixRow) => (/^(close|promote)/.test(name) ? {} : { name: 'Other' });

  return { served, rows, permissions, everything, create, pathTo, bodyFor };
}

import type { MatrixMember, MatrixRow } from '../../rest';
import { inColumns, listCell } from '../columns';
import type { Matrices } from './widenings';

type Format = (matrices: Matrices) => string;

const HEADINGS = ['Method', 'Path', 'Permissions', 'Scope', 'Readable', 'Writable', 'Declared at'];

/** The output formats by name. */
export const FORMATS: Readonly<Record<string, Format>> = {
  table: (matrices) => sections(matrices, (name, cells) => `${name}\n\n${inColumns([HEADINGS, ...cells]).join('\n')}`),
  json: (matrices) => JSON.stringify(matrices, undefined, 2),
  markdown: (matrices) => sections(matrices, (name, cells) => `## ${name}\n\n${markdown(cells)}`),
};

function sections(matrices: Matrices, format: (name: string, cells: readonly string[][]) => string): string {
  return Object.entries(matrices)
    .map(([name, rows]) => format(name, rows.map(cellsOf)))
    .join('\n\n');
}

function cellsOf(row: MatrixRow): string[] {
  const open = row.requires_credentials ? 'credentials' : '-';
  const permissions = row.is_public ? 'public' : row.permissions.join(', ') || open;
  const { method, path, media_type: mediaType, scope, declared_at } = row;
  const place = mediaType === undefined ? path : `${path} as ${mediaType}`;
  return [
    method,
    place,
    permissions,
    listCell(scope),
    membersCell(row.readable),
    membersCell(row.writable),
    listCell(declared_at),
  ];
}

function membersCell(members: readonly MatrixMember[] | undefined): string {
  if (!members) return '?';
  return listCell(
    members.map(({ name, permissions }) => (permissions.length > 0 ? `${name} (${permissions.join(', ')})` : name)),
  );
}

function markdown(cells: readonly string[][]): string {
  const rule = HEADINGS.map(() => '---');
  const line = (row: readonly string[]) => `| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [HEADINGS, rule, ...cells].map(line).join('\n');
}

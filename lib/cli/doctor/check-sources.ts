import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { typeScriptOf } from '../project/project-typescript';
import { lineOf } from '../sources/line-of';
import { moduleOutline } from '../sources/module-outline';
import type { Finding } from './finding';

/** Finds fields of models without `declare` in the TypeScript sources of a project. */
export function checkSources(projectRoot: string): readonly Finding[] {
  const sources = typeScriptOf(projectRoot)?.sources ?? [];
  return sources.flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    if (!text.includes('sequelize-typescript')) return [];
    const place = relative(projectRoot, file).replaceAll('\\', '/');
    return fieldsIn(text).map(({ type, name, line }) => undeclared(`${type}.${name} (${place}:${line})`));
  });
}

function undeclared(place: string): Finding {
  return {
    code: 'FIELD_NOT_DECLARED',
    level: 'warning',
    place,
    problem: 'The field is not declared with "declare": with useDefineForClassFields, it hides its column.',
    remedy: 'Write "declare" before its name.',
  };
}

interface FoundField {
  readonly type: string;
  readonly name: string;
  readonly line: number;
}

function fieldsIn(text: string): readonly FoundField[] {
  const types = moduleOutline(text).classes.filter(({ decorators }) => decorators.length > 0);
  return types.flatMap((type) => {
    const fields = type.members.filter(({ kind, decorators }) => kind === 'field' && decorators.length > 0);
    const missing = fields.filter(({ modifiers }) => !modifiers.includes('declare') && !modifiers.includes('static'));
    return missing.map(({ name, start }) => ({ type: type.name, name, line: lineOf(text, start) }));
  });
}

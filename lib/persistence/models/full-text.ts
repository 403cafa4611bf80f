import type { Sequelize } from 'sequelize-typescript';
import type { EntityMetadata, FieldMetadata, ModelMistakes } from '../../metadata';
import type { WordLengths } from '../dialects/dialect';
import { dialectOf } from '../dialects/dialect-of';
import { PersistenceError } from '../errors';
import { type DomainModel, modelOf, storedName } from './domain-model';

/** A column with a full-text index. */
export interface FullTextColumn {
  readonly model: DomainModel;
  readonly field: FieldMetadata;
  readonly table: string;
  readonly column: string;
}

const lengths = new WeakMap<Sequelize, WordLengths>();

/** The defaults of the servers. */
const DEFAULT_LENGTHS: WordLengths = { shortest: 3, longest: 84 };

export function wordLengths(model: DomainModel): WordLengths {
  return lengths.get(model.sequelize as Sequelize) ?? DEFAULT_LENGTHS;
}

export function setWordLengths(model: DomainModel, known: WordLengths): void {
  lengths.set(model.sequelize as Sequelize, known);
}

export function fullTextColumns(entities: readonly EntityMetadata[]): FullTextColumn[] {
  return entities.flatMap(({ type, fields }) => {
    const marked = [...fields.values()].filter(({ searchable }) => searchable?.fullText);
    return marked.map((field) => fullTextColumn(modelOf(type), field));
  });
}

export function fullTextColumn(model: DomainModel, field: FieldMetadata): FullTextColumn {
  return { model, field, table: storedName(model), column: model.getAttributes()[field.name]!.field! };
}

/** Reports FULL_TEXT_JOIN_TABLE, COLUMN_TAKEN. */
export function verifyFullText(entities: readonly EntityMetadata[], mistakes: ModelMistakes): void {
  for (const column of fullTextColumns(entities)) verifyName(column, mistakes);
  for (const { name, property, holder } of entities.flatMap(markedJoins)) {
    mistakes.add(new PersistenceError('FULL_TEXT_JOIN_TABLE', [holder, name, property]));
  }
}

function verifyName(fullText: FullTextColumn, mistakes: ModelMistakes): void {
  const taken = dialectOf(fullText.model.sequelize!).fullText.columnFor?.(fullText.column);
  if (taken === undefined) return;
  const other = Object.entries(fullText.model.getAttributes()).find(([, { field }]) => field?.toLowerCase() === taken);
  const facts = [fullText.model.name, other?.[0] ?? '', `${fullText.field.name} (full text)`, taken];
  if (other) mistakes.add(new PersistenceError('COLUMN_TAKEN', facts));
}

interface MarkedJoin {
  readonly name: string;
  readonly property: string;
  readonly holder: string;
}

function markedJoins({ name: owner, collections }: EntityMetadata): MarkedJoin[] {
  return [...collections.values()].flatMap(({ property, joinFields }) => {
    const marked = [...joinFields.values()].filter(({ searchable }) => searchable?.fullText);
    return marked.map(({ name, holder }) => ({ name, property: `${owner}.${property}`, holder: holder!.name }));
  });
}

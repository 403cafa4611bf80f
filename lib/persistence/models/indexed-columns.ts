import type { ModelMistakes } from '../../metadata';
import { PersistenceError } from '../errors';
import { indexesOf } from '../sequelize/model-class';
import { storedColumnsOf } from './column-rules';
import { declaredMembers } from './declared-members';
import type { DomainModel } from './domain-model';

/**
 * Converts the fields of indexes to columns, which Sequelize expects. Reports INDEX_FIELD_UNKNOWN.
 *
 * @param declared fields of the class, with those that were left out because of another mistake
 */
export function nameIndexedColumns(model: DomainModel, declared: readonly string[], mistakes: ModelMistakes): void {
  const attributes = model.getAttributes();
  const fields = storedColumnsOf(model);
  const names = fields.map(([name]) => name);
  const known = new Set([...names, ...fields.map(([, { field }]) => field)]);
  const isLeftOut = (name: string) => attributes[name] === undefined && declared.includes(name);
  for (const index of indexesOf(model)) {
    const columnOf = (name: string) => {
      if (!known.has(name) && !isLeftOut(name)) {
        mistakes.add(new PersistenceError('INDEX_FIELD_UNKNOWN', [model.name, index.name!, name, names.join(', ')]));
      }
      return attributes[name]?.field ?? name;
    };
    index.fields = index.fields?.map((field) => {
      if (typeof field === 'string') return columnOf(field);
      return 'name' in field ? { ...field, name: columnOf(field.name) } : field;
    });
  }
}

/** The names of the fields that decorators declared on classes. */
export function declaredFields(models: readonly DomainModel[]): ReadonlyMap<DomainModel, readonly string[]> {
  return new Map(models.map((model) => [model, Object.keys(declaredMembers(model).columns)]));
}

import type { ModelAttributeColumnOptions } from 'sequelize';
import type { ModelMistakes } from '../../metadata';
import { PersistenceError } from '../errors';
import { timestampsOf } from '../sequelize/model-class';
import { builtInValidators } from '../sequelize/sequelize-instance';
import type { DomainModel } from './domain-model';

/**
 * Rejects options that Sequelize accepts silently and never applies.
 *
 * Reports ENGINE_WITHOUT_TRANSACTIONS, HOOK_NEVER_RUNS, PARANOID_WITHOUT_COLUMN, VALIDATOR_UNKNOWN.
 */
export function verifyOptions(model: DomainModel, mistakes: ModelMistakes): void {
  const { name, options } = model;
  const { engine = '' } = options;
  if (WITHOUT_TRANSACTIONS.has(engine.toLowerCase())) {
    mistakes.add(new PersistenceError('ENGINE_WITHOUT_TRANSACTIONS', [name, engine]));
  }
  if (options.paranoid && !timestampsOf(model).deletedAt) {
    const option = options.timestamps === false ? 'timestamps' : 'deletedAt';
    mistakes.add(new PersistenceError('PARANOID_WITHOUT_COLUMN', [name, option]));
  }
  for (const hook of Object.keys(options.hooks ?? {}).filter((name) => SEQUELIZE_HOOKS.test(name))) {
    mistakes.add(new PersistenceError('HOOK_NEVER_RUNS', [name, hook]));
  }
  verifyValidators(model, mistakes);
}

/** Storage engines of MariaDB and MySQL. */
const WITHOUT_TRANSACTIONS = new Set(['archive', 'aria', 'blackhole', 'csv', 'heap', 'memory', 'merge', 'myisam']);

/** Hooks of connections, statements, or all classes at once. */
const SEQUELIZE_HOOKS = /^(?:before|after)(?:Connect|Disconnect|PoolAcquire|Query|Define|Init|BulkSync)$/;

function verifyValidators(model: DomainModel, mistakes: ModelMistakes): void {
  const columns = Object.entries(model.getAttributes() as Record<string, ModelAttributeColumnOptions>);
  for (const [field, { validate = {} }] of columns) {
    for (const [validator, test] of Object.entries(validate)) {
      if (typeof test === 'function' || typeof builtInValidators[validator] === 'function') continue;
      mistakes.add(new PersistenceError('VALIDATOR_UNKNOWN', [model.name, field, validator]));
    }
  }
}

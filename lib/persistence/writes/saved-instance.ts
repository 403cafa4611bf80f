import type { Transaction, ValidationErrorItem } from 'sequelize';
import { InvalidEntityError, type Violation } from '../../values';
import { ClassValidators } from '../models/class-validators';
import { columnViolation } from '../models/column-rules';
import type { DomainModel, Entity } from '../models/domain-model';
import { hasHooks, mayFillFields, mayFillValidated, runHooks } from '../models/write-hooks';
import { previousValuesOf, valuesOf } from '../sequelize/instance';
import { timestampsOf } from '../sequelize/model-class';
import { validationError } from '../sequelize/validation';
import { inUnit } from '../unit-of-work/unit-of-work';
import { withRequired } from './required-columns';
import { type RowPlan, rowPlanOf } from './row-plan';
import type { FittedRow } from './send-rows';
import { writingCode } from './writing-code';

/** The options that `save` passes to hooks, and in a copy to the hooks of a validation. */
interface SaveOptions {
  readonly hooks: true;
  readonly validate: true;
  readonly transaction?: Transaction;
  readonly returning?: boolean;
  fields: string[];
  readonly defaultFields: readonly string[];
  skip?: readonly string[];
}

/**
 * An instance on its way to the database: the steps of Sequelize's `save` before and after the statement, with the same
 * hooks, in the same order and with the same arguments. The statement itself may have the rows of several instances.
 */
export class SavedInstance {
  readonly #model: DomainModel;
  readonly #plan: RowPlan;
  readonly #options: SaveOptions;
  /** The columns of a new row that hooks may fill. */
  readonly #unfilled: readonly string[];
  readonly #afterHook: 'afterCreate' | 'afterUpdate';

  constructor(readonly row: Entity) {
    this.#model = row.constructor as DomainModel;
    this.#plan = rowPlanOf(this.#model);
    const { isNewRecord } = row;
    this.#afterHook = isNewRecord ? 'afterCreate' : 'afterUpdate';
    this.#unfilled = isNewRecord && mayFillFields(this.#model) ? this.#emptyColumns() : [];
    const fields = isNewRecord ? Object.keys(this.#model.getAttributes()) : this.#changedFields();
    const options = { ...inUnit(this.#model), hooks: true, validate: true, fields, defaultFields: fields } as const;
    this.#options = isNewRecord ? { ...options, returning: true } : options;
    if (this.#unfilled.length > 0 && mayFillValidated(this.#model)) this.#options.skip = this.#unfilled;
  }

  /**
   * Validates the instance and runs the hooks before the statement.
   *
   * @returns the values to be stored, by field, without the version of an update
   * @throws ValidationError, InvalidEntityError for values that the columns cannot hold, and the errors of hooks
   */
  async before(): Promise<FittedRow> {
    this.#setTimestamps();
    try {
      await this.#validate();
      await (this.row.isNewRecord ? this.#beforeCreate() : this.#beforeUpdate());
    } catch (error) {
      const missing = this.#unfilled.filter((name) => this.#isEmpty(name));
      throw missing.length > 0 ? withRequired(error, missing) : error;
    }
    return this.#fitted();
  }

  /** @param stored the values that are stored, with those that the database has generated */
  store(stored: FittedRow): void {
    const { row } = this;
    const values = valuesOf(row);
    for (const { name } of row.isNewRecord ? this.#plan.keys : []) {
      if (values[name] === stored[name]) continue;
      previousValuesOf(row)[name] = values[name];
      row.changed(name as never, true);
    }
    Object.assign(values, stored);
    row.isNewRecord = false;
  }

  /** Runs the hooks after the statement. */
  async after(): Promise<void> {
    const { row } = this;
    await runHooks(this.#model, this.#afterHook, row, this.#options);
    const [values, previous] = [valuesOf(row), previousValuesOf(row)];
    for (const name of this.#options.fields) {
      previous[name] = values[name];
      row.changed(name as never, false);
    }
  }

  #changedFields(): string[] {
    const { updatedAt, version } = this.#plan;
    const fields = (this.row.changed() || []).filter((name) => Object.hasOwn(this.#model.getAttributes(), name));
    for (const column of [updatedAt, version]) if (column && !fields.includes(column.name)) fields.push(column.name);
    return fields;
  }

  #setTimestamps(): void {
    const { isNewRecord } = this.row;
    const values = valuesOf(this.row);
    const { updatedAt, byName } = this.#plan;
    const now = new Date();
    if (updatedAt) values[updatedAt.name] = updatedAt.initial!(now);
    const created = isNewRecord ? byName.get(timestampsOf(this.#model).createdAt ?? '') : undefined;
    if (created && !values[created.name]) values[created.name] = created.initial!(now);
  }

  async #beforeCreate(): Promise<void> {
    if (!hasHooks(this.#model, 'beforeCreate')) return;
    await runHooks(this.#model, 'beforeCreate', this.row, this.#options);
    // Sequelize validates a new row before this hook, and not again after it has changed the row.
    const errors = await this.#errors();
    if (errors.length > 0) throw validationError(errors);
  }

  /** What the hook changes is validated and stored, too. Sequelize runs the hooks of the validation a second time. */
  async #beforeUpdate(): Promise<void> {
    const hasValidateHooks = hasHooks(this.#model, 'beforeValidate', 'afterValidate');
    const changed = hasHooks(this.#model, 'beforeUpdate') ? await this.#changedByHook() : [];
    if (changed.length === 0 && !hasValidateHooks) return;
    const names = Object.keys(this.#model.getAttributes());
    this.#options.skip = names.filter((name) => !changed.includes(name));
    await this.#validate();
    delete this.#options.skip;
  }

  /** Runs the hook; returns the fields that it has changed. */
  async #changedByHook(): Promise<readonly string[]> {
    const { row } = this;
    const options = this.#options;
    const values = valuesOf(row);
    const before = new Map(options.fields.map((name) => [name, values[name]]));
    const ignored = new Set((row.changed() || []).filter((name) => !before.has(name)));
    await runHooks(this.#model, 'beforeUpdate', row, options);
    const changed = (row.changed() || []).filter(
      (name) => !ignored.has(name) && valuesOf(row)[name] !== before.get(name),
    );
    options.fields = [...new Set([...options.fields, ...changed])];
    return changed;
  }

  /** The steps of Sequelize's validation, with the compiled validators. */
  async #validate(): Promise<void> {
    const model = this.#model;
    if (writingCode(model).isValidatedByItself) {
      await this.row.validate(this.#options as object);
      return;
    }
    const options = { ...this.#options, skip: this.#options.skip ?? this.#unwritten() };
    await runHooks(model, 'beforeValidate', this.row, options);
    const errors = await this.#errors(options.skip);
    if (errors.length > 0) {
      const error = validationError(errors);
      throw ((await runHooks(model, 'validationFailed', this.row, options, error)) as Error | undefined) ?? error;
    }
    await runHooks(model, 'afterValidate', this.row, options);
  }

  #unwritten(): readonly string[] {
    if (this.row.isNewRecord) return [];
    return Object.keys(this.#model.getAttributes()).filter((name) => !this.#options.fields.includes(name));
  }

  #errors(skip: readonly string[] = []): Promise<ValidationErrorItem[]> {
    const { row } = this;
    const validated = { values: valuesOf(row), instance: row, skip: new Set(skip) };
    return ClassValidators.of(this.#model).allErrorsOf(validated);
  }

  /** The values to be stored, as their columns hold them; the instance has them, too. */
  #fitted(): FittedRow {
    const values = valuesOf(this.row);
    const violations: Violation[] = [];
    const stored: FittedRow = {};
    for (const name of this.#options.fields) {
      const column = this.#plan.byName.get(name);
      const value = values[name];
      if (!column || value === undefined) continue;
      const fitted = column.hold(value);
      if ('problem' in fitted) violations.push(columnViolation(name, fitted.problem, value));
      else {
        stored[name] = fitted.value;
        values[name] = fitted.value;
      }
    }
    if (violations.length > 0) throw new InvalidEntityError(violations);
    return stored;
  }

  #emptyColumns(): readonly string[] {
    const columns = Object.entries(this.#model.getAttributes());
    const required = columns.filter(([, { allowNull }]) => allowNull === false).map(([name]) => name);
    return required.filter((name) => this.#isEmpty(name));
  }

  #isEmpty(name: string): boolean {
    return (this.row.getDataValue(name as never) ?? null) === null;
  }
}

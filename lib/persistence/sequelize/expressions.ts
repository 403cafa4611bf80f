import { Utils } from 'sequelize';

/** The function of `fn('MAX', col('total'))`, and its arguments; undefined for other expressions. */
export function functionIn(term: unknown): { readonly fn: string; readonly args: readonly unknown[] } | undefined {
  return term instanceof Utils.Fn
    ? (term as Utils.Fn & { readonly fn: string; readonly args: readonly unknown[] })
    : undefined;
}

/** Whether a default can be written in CREATE TABLE. */
export function isSqlDefault(value: unknown): boolean {
  return (Utils as typeof Utils & { defaultValueSchemable(value: unknown): boolean }).defaultValueSchemable(value);
}

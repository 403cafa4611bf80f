import { createRequire } from 'node:module';

/** The function of sequelize-typescript that infers the type of a `@Column`. */
interface TypeService {
  getSequelizeTypeByDesignType(target: object, name: string): unknown;
}

const SERVICE = 'sequelize-typescript/dist/model/shared/model-service';

/**
 * Keeps `@Column` from throwing when the type of a property cannot be inferred. The column then has no type, which the
 * start reports with class, field and remedy, together with all other mistakes.
 */
export function deferColumnTypes(): void {
  const service = typeService();
  if (!service) return;
  const typeOf = service.getSequelizeTypeByDesignType;
  service.getSequelizeTypeByDesignType = (target, name) => {
    try {
      return typeOf(target, name);
    } catch {
      return undefined;
    }
  };
}

/** Undefined if the installed version has it elsewhere; its `@Column` then throws as usual. */
function typeService(): TypeService | undefined {
  try {
    return createRequire(__filename)(SERVICE) as TypeService;
  } catch {
    return undefined;
  }
}

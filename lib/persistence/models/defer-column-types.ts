import { createRequire } from 'node:module';

/** The part of sequelize-typescript that `@Column` asks for the type of a property. */
interface TypeService {
  getSequelizeTypeByDesignType(target: object, name: string): unknown;
}

const SERVICE = 'sequelize-typescript/dist/model/shared/model-service';

/**
 * Lets `@Column` pass where the type of a property cannot be told, so that the start tells it with class, field and
 * remedy beside all other mistakes: while the module of a class loads, its name is not known yet.
 *
 * The column is left without a type, which Sequelize refuses by itself where no application of ours looks at it.
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

/** Undefined in a version that keeps it elsewhere: its own message comes then. */
function typeService(): TypeService | undefined {
  try {
    return createRequire(__filename)(SERVICE) as TypeService;
  } catch {
    return undefined;
  }
}

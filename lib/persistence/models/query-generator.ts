export type { QueryGenerator } from '../sequelize/query-generator';
export { queryGeneratorOf } from '../sequelize/query-interface';

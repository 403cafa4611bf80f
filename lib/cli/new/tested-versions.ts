/** The versions of packages that this package is tested with; a new project installs these. */
export const TESTED_VERSIONS = {
  '@types/jest': '30.0.0',
  '@types/node': '20.19.43',
  'fast-check': '4.10.2',
  jest: '30.5.2',
  joi: '18.3.2',
  koa: '3.3.0',
  mysql2: '3.24.5',
  sequelize: '6.37.8',
  'sequelize-typescript': '2.1.6',
  sqlite3: '6.0.1',
  'ts-jest': '29.4.15',
  typescript: '6.0.3',
  umzug: '3.8.3',
} as const;

export type TestedPackage = keyof typeof TESTED_VERSIONS;

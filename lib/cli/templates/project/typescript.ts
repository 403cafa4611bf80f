import type { NewProject } from '../../new/new-project';

/** `tsconfig.json`: builds the sources. */
export function tsconfig(): string {
  return `{
  "compilerOptions": {
    "target": "ES2022",
    "module": "node16",
    "moduleResolution": "node16",
    "lib": ["ES2023"],
    "types": ["node"],
    "strict": true,
    "noImplicitOverride": true,
    "isolatedModules": true,
    "esModuleInterop": true,
    "experimentalDecorators": true,
    "emitDecoratorMetadata": true,
    "useDefineForClassFields": false,
    "skipLibCheck": true,
    "sourceMap": true,
    "rootDir": "src",
    "outDir": "dist"
  },
  "include": ["src"]
}
`;
}

/** `spec/tsconfig.json`: checks the types of sources and specs. */
export function specTsconfig(): string {
  return `{
  "extends": "../tsconfig.json",
  "compilerOptions": { "noEmit": true, "rootDir": "..", "types": ["node", "jest"] },
  "include": [".", "../src"]
}
`;
}

/** `spec/tsconfig.jest.json` of an ESM project: compiles ES modules to CommonJS for jest. */
export function jestTsconfig(): string {
  return `{
  "extends": "../tsconfig.json",
  "compilerOptions": { "module": "CommonJS", "moduleResolution": "bundler" }
}
`;
}

/** `jest.config.js` */
export function jestConfig({ isEsm }: NewProject): string {
  return isEsm ? ES_MODULE : COMMON_JS;
}

/** jest before Node 24.9 cannot load `jose`, which verifies bearer tokens and consists of ES modules. */
const JOSE = `    // An ES module, which jest cannot load with require() before Node 24.9.
    '/node_modules/jose/.+\\\\.js$': ['ts-jest', { tsconfig: { allowJs: true, module: 'CommonJS', target: 'ES2022' }, diagnostics: false }],
  },
  transformIgnorePatterns: ['/node_modules/(?!(.*/)?jose/)'],
`;

const COMMON_JS = `// "npm test" checks the types before it starts jest.
module.exports = {
  testEnvironment: 'node',
  roots: ['<rootDir>/spec'],
  testMatch: ['**/*.spec.ts'],
  transform: {
    '^.+\\\\.ts$': ['ts-jest', { tsconfig: '<rootDir>/tsconfig.json', diagnostics: false }],
${JOSE}};
`;

const ES_MODULE = `// Tests run as CommonJS, because jest cannot load ES modules with require() before Node 24.9. The build writes ES modules.
// "npm test" checks the types before it starts jest.
export default {
  testEnvironment: 'node',
  roots: ['<rootDir>/spec'],
  testMatch: ['**/*.spec.ts'],
  moduleNameMapper: { '^(\\\\.{1,2}/.*)\\\\.js$': '$1' },
  transform: {
    '^.+\\\\.ts$': ['ts-jest', { tsconfig: '<rootDir>/spec/tsconfig.jest.json', diagnostics: false }],
${JOSE}};
`;

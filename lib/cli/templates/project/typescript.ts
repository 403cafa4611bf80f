import type { NewProject } from '../../new/new-project';

/** `tsconfig.json`: what is built. */
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

/** `spec/tsconfig.json`: what is checked, the specs among it. */
export function specTsconfig(): string {
  return `{
  "extends": "../tsconfig.json",
  "compilerOptions": { "noEmit": true, "rootDir": "..", "types": ["node", "jest"] },
  "include": [".", "../src"]
}
`;
}

/** `spec/tsconfig.jest.json`, of an ESM project: how jest reads what is written as ES modules. */
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

const COMMON_JS = `// The types are checked by "npm test" before jest starts.
module.exports = {
  testEnvironment: 'node',
  roots: ['<rootDir>/spec'],
  testMatch: ['**/*.spec.ts'],
  transform: { '^.+\\\\.ts$': ['ts-jest', { tsconfig: '<rootDir>/tsconfig.json', diagnostics: false }] },
};
`;

const ES_MODULE = `// Tests run as CommonJS, as jest cannot load ES modules with require() before Node 24.9; what is built is ES modules.
// The types are checked by "npm test" before jest starts.
export default {
  testEnvironment: 'node',
  roots: ['<rootDir>/spec'],
  testMatch: ['**/*.spec.ts'],
  moduleNameMapper: { '^(\\\\.{1,2}/.*)\\\\.js$': '$1' },
  transform: { '^.+\\\\.ts$': ['ts-jest', { tsconfig: '<rootDir>/spec/tsconfig.jest.json', diagnostics: false }] },
};
`;

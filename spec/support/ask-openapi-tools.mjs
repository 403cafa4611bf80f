// What well-known tools say of OpenAPI documents: `node ask-openapi-tools.mjs FILE…` prints for each an object with a list
// of complaints for each tool. They are ES modules, which jest does not load.
import { readFileSync } from 'node:fs';
import { compileErrors, validate } from '@readme/openapi-parser';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Validator } from '@seriousme/openapi-schema-validator';
import spectralCore from '@stoplight/spectral-core';
import spectralRulesets from '@stoplight/spectral-rulesets';
import openapiTypes, { astToString } from 'openapi-typescript';
import ts from 'typescript';

const TYPES = { strict: true, noEmit: true, target: ts.ScriptTarget.ES2022, types: [], skipLibCheck: true };
/** Declarations of the language, which are parsed once. */
const libraries = new Map();

const answers = [];
for (const file of process.argv.slice(2)) answers.push(await complaintsAbout(readFileSync(file, 'utf8')));
process.stdout.write(JSON.stringify(answers));

async function complaintsAbout(text) {
  return {
    '@readme/openapi-parser': await asked(readme, text),
    '@seriousme/openapi-schema-validator': await asked(seriousme, text),
    '@redocly/openapi-core': await asked(redocly, text),
    '@stoplight/spectral-core': await asked(spectral, text),
    'openapi-typescript': await asked(types, text),
  };
}

/** A tool that gives up complains, too. */
async function asked(tool, text) {
  return tool(text).catch((error) => [error.message]);
}

async function readme(text) {
  const result = await validate(JSON.parse(text));
  return result.valid ? [] : [compileErrors(result)];
}

async function seriousme(text) {
  const { valid, errors } = await new Validator().validate(JSON.parse(text));
  return valid ? [] : [errors].flat();
}

async function redocly(text) {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source: text, absoluteRef: '/openapi.json', config });
  return problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} at ${location[0]?.pointer}`);
}

/** With the rules of `spectral:oas`. */
async function spectral(text) {
  const linter = new spectralCore.Spectral();
  linter.setRuleset({ extends: [[spectralRulesets.oas, 'recommended']] });
  const problems = await linter.run(text);
  return problems.map(({ code, message, path }) => `${code}: ${message} at ${path.join('/')}`);
}

/** What the compiler says of the types that are made of the document. */
async function types(text) {
  const code = astToString(await openapiTypes(JSON.parse(text)));
  const file = 'types.ts';
  const host = ts.createCompilerHost(TYPES);
  const { getSourceFile } = host;
  host.getSourceFile = (name, ...rest) => {
    if (name === file) return ts.createSourceFile(name, code, ...rest);
    if (!libraries.has(name)) libraries.set(name, getSourceFile(name, ...rest));
    return libraries.get(name);
  };
  const program = ts.createProgram([file], TYPES, host);
  const said = ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
  return code.includes('export interface paths') ? said : [...said, 'no types were made'];
}

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

const TYPES = {
  ...{ strict: true, noEmit: true, skipLibCheck: true, types: [] },
  ...{ target: ts.ScriptTarget.ES2022, lib: ['lib.es2022.d.ts'] },
};

// They compile their schemas and rules once.
const validator = new Validator();
const redoclyConfig = await createConfig({ extends: ['recommended'] });
const linter = new spectralCore.Spectral();
linter.setRuleset({ extends: [[spectralRulesets.oas, 'recommended']] });

const texts = process.argv.slice(2).map((file) => readFileSync(file, 'utf8'));
const answers = [];
for (const text of texts) answers.push(await complaintsAbout(text));
const generated = await Promise.all(texts.map(typesOf));
for (const [index, said] of complaintsAboutTypes(generated).entries()) answers[index]['openapi-typescript'] = said;
process.stdout.write(JSON.stringify(answers));

async function complaintsAbout(text) {
  return {
    '@readme/openapi-parser': await asked(readme, text),
    '@seriousme/openapi-schema-validator': await asked(seriousme, text),
    '@redocly/openapi-core': await asked(redocly, text),
    '@stoplight/spectral-core': await asked(spectral, text),
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
  const { valid, errors } = await validator.validate(JSON.parse(text));
  return valid ? [] : [errors].flat();
}

async function redocly(text) {
  const problems = await lintFromString({ source: text, absoluteRef: '/openapi.json', config: redoclyConfig });
  return problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} at ${location[0]?.pointer}`);
}

/** With the rules of `spectral:oas`. */
async function spectral(text) {
  const problems = await linter.run(text);
  return problems.map(({ code, message, path }) => `${code}: ${message} at ${path.join('/')}`);
}

/** The code of the types that are made of the document, or the message of an error. */
async function typesOf(text) {
  try {
    return { code: astToString(await openapiTypes(JSON.parse(text))) };
  } catch ({ message }) {
    return { message };
  }
}

/** What the compiler says of each, as a module of one program. */
function complaintsAboutTypes(generated) {
  const modules = new Map(generated.map(({ code = '' }, index) => [`types-${index}.ts`, code]));
  const host = ts.createCompilerHost(TYPES);
  host.jsDocParsingMode = ts.JSDocParsingMode.ParseNone;
  const { getSourceFile } = host;
  host.getSourceFile = (name, ...rest) =>
    modules.has(name) ? ts.createSourceFile(name, modules.get(name), ...rest) : getSourceFile(name, ...rest);
  const program = ts.createProgram([...modules.keys()], TYPES, host);
  return generated.map(({ code, message }, index) => {
    if (message) return [message];
    const said = ts
      .getPreEmitDiagnostics(program, program.getSourceFile(`types-${index}.ts`))
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
    return code.includes('export interface paths') ? said : [...said, 'no types were made'];
  });
}

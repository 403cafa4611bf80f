import { Command } from 'commander';
import { inspectProject } from '../project/open-project';
import { type ProjectOptions, withProjectOptions } from '../project/project-options';
import type { Terminal } from '../terminal';
import { type Explanation, explanationOf } from './explanation';
import { explanationLines } from './explanation-lines';
import { findRoute, type NoRoute } from './find-route';

type ExplainOptions = ProjectOptions & { readonly json?: true };

/** `koaggregate explain METHOD PATH`: explains how a request is handled. Nothing is started. */
export function explainCommand(terminal: Terminal, exit: (code: number) => void): Command {
  const command = new Command('explain')
    .description('Explain how a request is handled: its route, permissions, rules, SQL and configuration')
    .argument('<method>', 'GET, POST, PUT, PATCH or DELETE')
    .argument('<path>', 'path with keys or parameters, and optionally a query: /orders/1?expand=order_items')
    .option('--json', 'print JSON');
  return withProjectOptions(command).action(async (method: string, target: string, options: ExplainOptions) => {
    const request = { method: method.toUpperCase(), ...parseTarget(target) };
    const result = await explain(request, options, terminal);
    if ('allowed' in result) exit(1);
    if (options.json) terminal.log(JSON.stringify(result, null, 2));
    else if ('allowed' in result) for (const line of noRouteLines(request, result)) terminal.error(line);
    else for (const line of explanationLines(result)) terminal.log(line);
  });
}

interface ExplainedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, readonly string[]>>;
}

function explain(
  { method, path, query }: ExplainedRequest,
  options: ProjectOptions,
  terminal: Terminal,
): Promise<Explanation | NoRoute> {
  return inspectProject(options, terminal, async (container) => {
    const found = await findRoute(container, method, path);
    return 'allowed' in found ? found : explanationOf(found, query);
  });
}

function parseTarget(target: string): Pick<ExplainedRequest, 'path' | 'query'> {
  const [path = '', ...rest] = target.split('?');
  const parameters = new URLSearchParams(rest.join('?'));
  const names = [...new Set(parameters.keys())];
  const query = Object.fromEntries(names.map((name) => [name, parameters.getAll(name)]));
  return { path: path.startsWith('/') ? path : `/${path}`, query };
}

function noRouteLines({ method, path }: ExplainedRequest, { allowed, nearest }: NoRoute): readonly string[] {
  if (allowed.length > 0) return [`405: ${path} does not support ${method}, only ${allowed.join(', ')}.`];
  const hint = nearest.length > 0 ? ' Similar routes:' : ' List all routes with koaggregate routes.';
  return [`404: no route matches ${method} ${path}.${hint}`, ...nearest.map((route) => `  ${route}`)];
}

import type { DocumentKind } from '../document-kind';
import { markup } from '../markup';
import { pageHeaders } from '../page-headers';

/** What the page needs of swagger-ui-dist, beside the two files of ours. */
export const ASSETS = { style: 'swagger-ui.css', script: 'swagger-ui-bundle.js' } as const;

/** Styles are its own file and what scripts set; its icons are data in it. */
const POLICY = {
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data:",
  'connect-src': "'self'",
};

/**
 * The page of Swagger UI and the script that starts it.
 *
 * @param version  of swagger-ui-dist, in the paths of its files, so that these may be kept for ever
 */
export function swaggerUiKinds(version: string): readonly DocumentKind[] {
  return [
    {
      path: 'docs',
      name: 'readApiReference',
      headers: pageHeaders(POLICY),
      write: ({ source }) => page(source.name, version),
    },
    {
      path: 'docs/start.js',
      name: 'readApiReferenceScript',
      headers: { 'Content-Type': 'text/javascript; charset=utf-8' },
      write: () => START,
    },
  ];
}

/** All paths are relative to the page, wherever that is mounted. */
function page(name: string, version: string): string {
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${name}: API reference</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="docs/${version}/${ASSETS.style}">
</head>
<body>
<div id="reference"></div>
<noscript>This page needs scripts. The document that it shows is <a href="openapi.json">openapi.json</a>.</noscript>
<script src="docs/${version}/${ASSETS.script}"></script>
<script src="docs/start.js"></script>
</body>
</html>
`.text;
}

/** Of elements of an array: Swagger UI looks for an input of each such name, and has none. Ours is that of a text. */
export const ITEM_FORMATS: readonly string[] = [
  'integer_int32',
  'integer_int64',
  'number_double',
  'number_float',
  'string_date',
  'string_date-time',
  'string_decimal',
  'string_uuid',
];

/**
 * Follows the light or dark setting of the reader; a phone has no room for the operation ids. Validation by an outside
 * server is off: nothing of the document leaves the browser.
 */
const START = `const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', follow);
follow();
const inputsOfItems = ({ React, getComponent }) => {
  const input = (props) => React.createElement(getComponent('JsonSchema_string'), props);
  return { components: Object.fromEntries(${JSON.stringify(ITEM_FORMATS)}.map((name) => ['JsonSchema_' + name, input])) };
};
SwaggerUIBundle({
  plugins: [inputsOfItems],
  url: 'openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  displayOperationId: matchMedia('(min-width: 700px)').matches,
  filter: true,
  validatorUrl: null,
});
`;

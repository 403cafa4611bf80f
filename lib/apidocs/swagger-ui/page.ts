import type { DocumentKind } from '../document-kind';
import { markup } from '../markup';
import { pageHeaders } from '../page-headers';

/** The files of swagger-ui-dist that the page loads. */
export const ASSETS = { style: 'swagger-ui.css', script: 'swagger-ui-bundle.js' } as const;

/** `data:` is for the icons in the style sheet. */
const POLICY = {
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data:",
  'connect-src': "'self'",
};

/**
 * The page of Swagger UI, the script that starts it, and a style sheet for narrow screens.
 *
 * @param version  of swagger-ui-dist; part of the paths of its files
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
    {
      path: 'docs/narrow.css',
      name: 'readApiReferenceStyle',
      headers: { 'Content-Type': 'text/css; charset=utf-8' },
      write: () => NARROW,
    },
  ];
}

/** All paths are relative, so that the page works at any mount path. */
function page(name: string, version: string): string {
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${name}: API reference</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="docs/${version}/${ASSETS.style}">
<link rel="stylesheet" href="docs/narrow.css">
</head>
<body>
<div id="reference"></div>
<noscript>This page needs JavaScript. It shows the document <a href="openapi.json">openapi.json</a>.</noscript>
<script src="docs/${version}/${ASSETS.script}"></script>
<script src="docs/start.js"></script>
</body>
</html>
`.text;
}

/** Types and formats of array elements for which Swagger UI has no input. The page registers its text input for them. */
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

/** The tables of an opened operation become blocks below each other, which fit 390 pixels. */
const NARROW = `@media (max-width: 700px) {
  #reference :is(.parameters, .responses-table, .headers),
  #reference :is(.parameters, .responses-table, .headers) > :is(thead, tbody),
  #reference :is(.parameters, .responses-table, .headers) > tbody > tr,
  #reference :is(.parameters, .responses-table, .headers) > tbody > tr > td { display: block; width: auto; max-width: none; }
  #reference :is(.parameters, .responses-table, .headers) > thead { display: none; }
  #reference .opblock-body { overflow-wrap: anywhere; }
  #reference .opblock-body :is(.model-box, .example, pre) { max-width: 100%; overflow-x: auto; }
  #reference .opblock-body :is(select, input, textarea) { max-width: 100%; min-width: 0; }
}
`;

/**
 * Follows the browser's light or dark theme, and hides the operation ids on narrow screens. Only operations that need a
 * user have a lock: Swagger UI shows none where the only scheme is the empty one. `validatorUrl: null` keeps it from
 * sending the document to an external validator.
 */
const START = `const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', follow);
follow();
const itemInputs = ({ React, getComponent }) => {
  const input = (props) => React.createElement(getComponent('JsonSchema_string'), props);
  return { components: Object.fromEntries(${JSON.stringify(ITEM_FORMATS)}.map((name) => ['JsonSchema_' + name, input])) };
};
const locks = () => ({
  wrapComponents: {
    OperationSummary: (Original, { React }) => (props) => {
      const security = props.operationProps.get('security');
      const anonymous = security?.filter((one) => one.isEmpty());
      const shown = anonymous?.size > 0 ? props.operationProps.set('security', anonymous) : props.operationProps;
      return React.createElement(Original, { ...props, operationProps: shown });
    },
  },
});
SwaggerUIBundle({
  plugins: [itemInputs, locks],
  url: 'openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  displayOperationId: matchMedia('(min-width: 700px)').matches,
  filter: true,
  validatorUrl: null,
});
`;

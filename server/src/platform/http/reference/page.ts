import { fieldOf, fieldsOf, type Schema, typeOf } from './fields.ts'
import { type Html, html, sentenceOf } from './html.ts'

interface Content {
  schema?: Schema
  example?: unknown
  examples?: { example: { $ref: string } }
}

type Examples = Record<string, { value: unknown }>

interface Operation {
  operationId: string
  summary: string
  description?: string
  parameters: { name: string; in: string; required: boolean; description?: string; schema: Schema }[]
  requestBody?: { content: Record<string, Content> }
  responses: Record<string, { description: string; content?: Record<string, Content> }>
}

export interface OpenApi {
  info: { title: string; version: string; description: string }
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema>; examples: Examples }
}

interface Call extends Operation {
  method: string
  path: string
}

/** Headers of every call; the page explains them once. */
const isOwn = ({ in: where, name }: Call['parameters'][number]) =>
  where !== 'header' || ['Idempotency-Key', 'If-Match'].includes(name)

/** The page of the API: every call and schema of the document, in one page that needs no script to be read. */
export function referencePage(document: OpenApi): string {
  const groups = new Map<string, Call[]>()
  for (const [path, methods] of Object.entries(document.paths).sort(([one], [other]) => (one < other ? -1 : 1)))
    for (const [method, operation] of Object.entries(methods)) {
      const concept = path.split('/')[1] ?? ''
      groups.set(concept, [...(groups.get(concept) ?? []), { ...operation, method: method.toUpperCase(), path }])
    }
  const named = [...groups].sort(([one], [other]) => (one.toLowerCase() < other.toLowerCase() ? -1 : 1))
  const { title, version, description } = document.info
  const { schemas, examples } = document.components
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} API ${version}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/reference.css">
<script src="/reference.js" defer></script>
</head>
<body>
<a class="skip" href="#calls">To the calls</a>
<header>
<h1>${title} API <span class="version">${version}</span></h1>
<search><label for="wanted">Find a call or a schema</label> <input id="wanted" type="search" autocomplete="off" spellcheck="false"> <span id="found" role="status"></span></search>
</header>
<div class="columns">
<nav aria-label="Groups of calls"><ul>${named.map(
    ([name, calls]) => html`<li><a href="#group-${name}">${name} <span class="count">${calls.length}</span></a></li>`,
  )}<li><a href="#schemas">Schemas</a></li></ul></nav>
<main>
${description.split('\n\n').map((part) => html`<p>${sentenceOf(part)}</p>`)}
<p>For programs: <a href="/api/v1/openapi.json">the OpenAPI document</a>. All paths begin with <code>/api/v1</code>.</p>
<div id="calls" tabindex="-1">${named.map(
    ([name, calls]) =>
      html`<section aria-labelledby="group-${name}"><h2 id="group-${name}">${name}</h2>${calls.map((call) => callOf(call, examples))}</section>`,
  )}</div>
<section aria-labelledby="schemas"><h2 id="schemas">Schemas</h2>${Object.entries(schemas)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, schema]) => schemaOf(name, schema, examples[name]))}</section>
</main>
</div>
</body>
</html>
`.text
}

function callOf(call: Call, examples: Examples): Html {
  const own = call.parameters.filter(isOwn)
  const { requestBody, responses } = call
  const good = Object.entries(responses).filter(([status]) => Number(status) < 300)
  const refused = Object.entries(responses).filter(([status]) => Number(status) >= 400)
  return html`<details id="${call.operationId}"><summary><span class="method ${call.method.toLowerCase()}">${call.method}</span> <code class="path">${
    call.path
  }</code> <span class="says">${call.summary}</span></summary>
<p>${call.description ?? ''}</p>
${own.length > 0 && html`<h3>Parameters</h3><ul class="fields">${own.map(({ name, schema, required, description }) => fieldOf(name, { ...schema, ...(description && { description }) }, required))}</ul>`}${
  requestBody && html`<h3>Body</h3>${contentOf(requestBody.content, examples)}`
}<h3>Answer</h3>${good.map(([status, { content }]) => html`<p><strong>${status}</strong> ${content ? '' : 'without a body'}</p>${content && contentOf(content)}`)}
<h3>Refusals</h3><ul class="refusals">${refused.map(([status, { description }]) => html`<li><strong>${status}</strong> ${description}</li>`)}</ul>
</details>`
}

/**
 * The first type of a content is enough: forms have the fields of the JSON. The example of an answer with a name stands at its
 * schema.
 */
function contentOf(content: Record<string, Content>, requests: Examples = {}): Html {
  const [type = '', { schema = {}, example, examples } = {}] = Object.entries(content)[0] ?? []
  if (type === 'application/octet-stream') return html`<p>The bytes of a file.</p>`
  const name = examples?.example.$ref.split('/').pop() ?? ''
  const shown = example === undefined ? requests[name] : { value: example }
  return html`<p class="type">${typeOf(schema)}</p>${fieldsOf(schema)}${exampleOf(shown)}`
}

const exampleOf = (example: Examples[string] | undefined): Html | undefined =>
  example && html`<pre><code>${JSON.stringify(example.value, null, 2)}</code></pre>`

const schemaOf = (name: string, schema: Schema, example: Examples[string] | undefined): Html =>
  html`<details id="${name}"><summary><code class="path">${name}</code> <span class="says">${sentenceOf(schema.description ?? '')}</span></summary>
${fieldsOf(schema) ?? html`<p class="type">${typeOf(schema)}</p>`}${exampleOf(example)}
</details>`

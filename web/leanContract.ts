import { readFileSync } from 'node:fs'
import { type Plugin, parseAst } from 'vite'

/** The properties of a declaration that the browser never reads. Types are not affected: they come from the contract's source. */
const unread: Record<string, readonly string[]> = {
  endpoint: [
    ...['summary', 'refusals', 'params', 'query', 'body', 'streams', 'form', 'binary', 'spelled', 'maximumBody'],
    ...['onlyPeople', 'withoutFactor', 'secret', 'anyOrigin', 'mayLag'],
  ],
  searchOf: ['summary', 'refusals'],
  listOf: ['item'],
  schemas: ['item', 'search'],
}

/** The start and the end of a piece of source, and its replacement. */
type Edit = [from: number, to: number, text: string]

interface Node {
  type: string
  start: number
  end: number
}

const inContract = /\/contract\/src\/[\w-]+\.ts(\?schemas)?$/
const inWeb = /\/web\/src\/.*\.tsx?$/

/**
 * A Vite plugin that leaves the schemas of calls and lists out of the browser's build: the server checks what it answers
 * and what it is sent (docs/decisions/068). A form imports the schema of what it sends by its name; each
 * file of the contract becomes two, so that only forms load schemas and the library that makes them.
 */
export function leanContract(): Plugin {
  return {
    name: 'lean-contract',
    apply: 'build',
    enforce: 'pre',
    resolveId: (asked, from) => (asked.endsWith(ofSchemas) && from ? from.replace(/\?.*$/, '') + ofSchemas : null),
    load: (path) => (path.endsWith(ofSchemas) ? readFileSync(path.slice(0, -ofSchemas.length), 'utf8') : null),
    transform(code, path) {
      if (inWeb.test(path)) {
        const schema = schemaOfCall(code)
        if (schema) this.error(`${schema} is not in the browser's build: import the schema by its name.`)
        return null
      }
      if (!inContract.test(path)) return null
      const program = parseAst(code, { lang: 'ts' }) as Program
      const unused = without(program)
      const edits = path.endsWith(ofSchemas)
        ? [...unused, ...onlyWhenUsed(program)]
        : [...unused, ...onlyWhenUsed(program), ...schemasElsewhere(program, unused)]
      return { code: edited(code, edits), map: null, moduleSideEffects: false, moduleType: 'ts' }
    },
  }
}

/** Suffix of the module that contains the schemas of a file of the contract. */
const ofSchemas = '?schemas'

/** The first `orders.create.body` in a file of the web. */
function schemaOfCall(code: string): string | undefined {
  const imported = [...code.matchAll(/import \{([^}]*)\} from '@trellis\/contract/g)]
  const names = imported.flatMap(([, list = '']) => list.split(',').map((name) => name.trim()))
  return [...code.matchAll(/\b(\w+)\.\w+\.(?:params|query|body|streams)\b/g)].find(([, name = '']) =>
    names.includes(name),
  )?.[0]
}

function without(program: Program): Edit[] {
  const edits: Edit[] = []
  visit(program, (node) => {
    if (node.type === 'CallExpression') edits.push(...withoutUnread(node as Call))
    if (node.type === 'VariableDeclarator') edits.push(...withoutTitles(node as Declared))
  })
  return edits
}

type Property = Node & { key: Node & { name?: string }; value: Node }
type Call = Node & { callee: Node & { name?: string }; arguments: (Node & { properties?: Property[] })[] }
type Declared = Node & { id: { name?: string } | null; init?: Node | null }
type Statement = Node & {
  declaration?: Statement
  declarations?: Declared[]
  id?: { name: string }
  specifiers?: { local: { name: string } }[]
}
type Program = Node & { body: Statement[] }

function withoutUnread({ callee, arguments: given }: Call): Edit[] {
  const names = unread[callee.name ?? '']
  if (names === undefined) return []
  return given.flatMap(({ properties = [], end: closed }) =>
    properties.flatMap(({ type, key, value, start, end }, at): Edit[] => {
      if (type !== 'Property' || key.name === undefined) return []
      // The browser only needs to know whether the call has an answer.
      if (key.name === 'answer' && callee.name !== 'schemas') return [[start, end, 'answer: true']]
      // The browser only needs to know whether the call is public.
      const isUnread = names.includes(key.name) || (key.name === 'permission' && isOther(value, 'public'))
      // With its comma: up to the next property, or to the end of the object.
      return isUnread && value ? [[start, properties[at + 1]?.start ?? closed - 1, '']] : []
    }),
  )
}

/** Of the error codes the browser only needs their names: it has words of its own for them. */
function withoutTitles({ id, init }: Declared): Edit[] {
  const edits: Edit[] = []
  if (id?.name === 'codes')
    visit(init, (node) => {
      const { properties = [] } = node as Node & { properties?: Property[] }
      if (properties.some(({ key }) => key?.name === 'title')) edits.push([node.start, node.end, '0'])
    })
  return edits
}

const isOther = (value: Node & { value?: unknown }, word: string) => value.type === 'Literal' && value.value !== word

/** Marks the calls that create the constants of a file as pure, so that the bundler removes unused constants. */
const onlyWhenUsed = ({ body }: Program): Edit[] =>
  body.flatMap((statement) =>
    ((statement.declaration ?? statement).declarations ?? []).flatMap(({ init }): Edit[] =>
      !init || plain.includes(init.type)
        ? []
        : [
            [init.start, init.start, '/* @__PURE__ */ (() => ('],
            [init.end, init.end, '))()'],
          ],
    ),
  )
const plain = ['Literal', 'Identifier', 'ArrowFunctionExpression', 'FunctionExpression', 'UnaryExpression']

/** Removes the schemas, and functions that create schemas, from a file; re-exports them from its other half. */
function schemasElsewhere({ body }: Program, unused: readonly Edit[]): Edit[] {
  const isUnused = ({ start, end }: Node) => unused.some(([from, to]) => from <= start && end <= to)
  const imported = body.flatMap(({ type, specifiers = [] }) => (type === 'ImportDeclaration' ? specifiers : []))
  const schemas = new Set(imported.map(({ local }) => local.name).filter((name) => name === 'z' || /^[A-Z]/.test(name)))
  const pieces = body.flatMap((statement) => {
    const { type, declarations = [], id } = statement.declaration ?? statement
    const names = type === 'FunctionDeclaration' ? [id] : declarations.map((each) => each.id)
    if (!['FunctionDeclaration', 'VariableDeclaration'].includes(type)) return []
    return [{ statement, names: names.flatMap((each) => each?.name ?? []), uses: namesIn(statement, isUnused) }]
  })
  const isSchema = ({ uses }: (typeof pieces)[number]) => [...uses].some((name) => schemas.has(name))
  for (let before = -1; before < schemas.size; ) {
    before = schemas.size
    for (const piece of pieces.filter(isSchema)) for (const name of piece.names) schemas.add(name)
  }
  return pieces.filter(isSchema).map(({ statement, names }): Edit => {
    const isExported = statement.type === 'ExportNamedDeclaration'
    return [statement.start, statement.end, isExported ? `export { ${names.join()} } from '.${ofSchemas}'` : '']
  })
}

/** The identifiers that a piece of source reads, without those of types. */
function namesIn(node: Node, isUnused: (node: Node) => boolean): Set<string> {
  const names = new Set<string>()
  visit(
    node,
    (each) => {
      if (each.type === 'Identifier') names.add((each as Node & { name: string }).name)
    },
    (each) => isUnused(each) || (each.type.startsWith('TS') && !/Expression$/.test(each.type)),
  )
  return names
}

function visit(node: unknown, see: (node: Node) => void, skip: (node: Node) => boolean = () => false): void {
  if (typeof node !== 'object' || node === null) return
  if (Array.isArray(node)) for (const each of node) visit(each, see, skip)
  else {
    if ('type' in node && 'start' in node) {
      if (skip(node as Node)) return
      see(node as Node)
    }
    for (const each of Object.values(node)) visit(each, see, skip)
  }
}

/** Applies the edits. An edit inside the range of another one is dropped. */
function edited(code: string, edits: readonly Edit[]): string {
  const isInside = (inner: Edit) =>
    edits.some((outer) => outer !== inner && outer[0] < outer[1] && outer[0] <= inner[0] && inner[1] <= outer[1])
  let written = ''
  let at = 0
  for (const [from, to, text] of edits.filter((each) => !isInside(each)).toSorted(([a], [b]) => a - b)) {
    written += code.slice(at, from) + text
    at = to
  }
  return written + code.slice(at)
}

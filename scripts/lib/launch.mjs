// server/dist/main.js: runs the server, which is one file beside it, with the machine code's forerunner that V8 made of it
// during the build (decision 089). Compiling was a third of the processor time of a start.
import { readFileSync } from 'node:fs'
import { createRequire, Module } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Script } from 'node:vm'

const file = fileURLToPath(new URL('server.cjs', import.meta.url))
const require = createRequire(file)

/** Names the file of compiled code: V8 takes it only with the options for memory that it was made with. */
function compiledFile() {
  const options = `${process.execArgv.join(' ')} ${process.env.NODE_OPTIONS ?? ''}`
  return `server${options.includes('--max-semi-space-size=4') ? '-small' : ''}.compiled`
}

function readCompiled() {
  try {
    return readFileSync(new URL(compiledFile(), import.meta.url))
  } catch {
    return undefined
  }
}

/** The file as a module. Other files of the server that require it get the same one. */
function load(cachedData) {
  const source = `(function (exports, require, module, __filename, __dirname) {${readFileSync(file, 'latin1')}\n})`
  // Data of another version of Node.js are ignored.
  const script = new Script(source, { filename: file, cachedData })
  const module = new Module(file)
  module.filename = file
  module.paths = require.resolve.paths('x') ?? []
  require.cache[file] = module
  script.runInThisContext()(module.exports, require, module, file, dirname(file))
  module.loaded = true
  return { script, exports: module.exports }
}

if (process.argv[2] === '--compile') {
  const { writeFileSync } = await import('node:fs')
  writeFileSync(new URL(compiledFile(), import.meta.url), load().script.createCachedData())
  process.exit(0)
}
// The loader of Node.js alone knows source maps.
const { start } = process.sourceMapsEnabled ? require(file) : load(readCompiled()).exports
start()

import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compressAssets } from './compress.mjs'
import { bin, root, runNode, say, seconds } from './run.mjs'

const tsc = (name) => [bin('typescript', 'tsc'), ['-p', `${name}/tsconfig.build.json`]]

/** The packages in build order, with their dependencies. */
const floors = {
  contract: { needs: [], command: () => tsc('contract') },
  server: { needs: ['contract'], command: () => tsc('server') },
  device: { needs: [], command: () => tsc('device') },
  client: { needs: [], command: () => tsc('client') },
  web: { needs: ['contract'], command: () => [bin('vite'), ['build', '--logLevel=warn'], { cwd: join(root, 'web') }] },
}

/** Builds those of the named packages whose sources have changed; with `force`, all of them. */
export async function ensureBuilt(names = Object.keys(floors), { force = false } = {}) {
  const marks = Object.fromEntries(names.map((name) => [name, markOf(name)]))
  const stale = names.filter((name) => force || !isFresh(name, marks[name]))
  if (stale.length === 0) return
  const started = Date.now()
  say(`Building ${stale.join(', ')} …`)
  const first = !stale.includes('contract') || (await build('contract', marks.contract))
  const rest = first
    ? await Promise.all(stale.filter((name) => name !== 'contract').map((name) => build(name, marks[name])))
    : []
  if (!first || rest.includes(false)) process.exit(1)
  say(`Built in ${seconds(started)}.`)
}

/** Returns whether the build succeeded; prints the errors. */
async function build(name, mark) {
  rmSync(join(root, name, 'dist'), { recursive: true, force: true })
  rmSync(markFile(name), { force: true })
  const [script, args, options] = floors[name].command()
  const { code, output } = await runNode(script, args, {
    ...options,
    quiet: true,
    env: { NODE_ENV: 'production' },
    what: `the build of ${name}`,
  })
  if (code !== 0) {
    say(output.trimEnd())
    say(`${name} could not be built; see above.`)
    return false
  }
  if (name === 'server') {
    // Imported here and not at the top, because commands that install dependencies load this file before the bundler exists.
    const { bundleServer } = await import('./bundle.mjs')
    await bundleServer()
  }
  if (name === 'web') await compressAssets(join(root, 'web/dist/assets'))
  mkdirSync(join(root, '.build'), { recursive: true })
  writeFileSync(markFile(name), mark)
  return true
}

const markFile = (name) => join(root, '.build', `${name}.sha256`)

function isFresh(name, mark) {
  return (
    existsSync(join(root, name, 'dist')) && existsSync(markFile(name)) && readFileSync(markFile(name), 'utf8') === mark
  )
}

/** A hash of the contents, because a checkout changes file dates without changing contents. */
function markOf(name) {
  const hash = createHash('sha256')
  const folders = [name, ...floors[name].needs]
  for (const file of [
    'package-lock.json',
    'tsconfig.base.json',
    'tsconfig.build.json',
    'scripts/lib/ascii.mjs',
    'scripts/lib/bundle.mjs',
    'scripts/lib/launch.mjs',
    ...folders.flatMap(sourcesOf),
  ]) {
    hash.update(`${file}\n`).update(readFileSync(join(root, file)))
  }
  return hash.digest('hex')
}

function sourcesOf(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`
      if (entry.isDirectory()) return isOutput(entry.name) ? [] : sourcesOf(path)
      return entry.name === 'routeTree.gen.ts' || entry.name.includes('.test.') ? [] : [path]
    })
}

const isOutput = (name) => ['dist', 'node_modules', 'testing', 'migrations'].includes(name) || name.startsWith('.')

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, runNode, say, seconds } from './run.mjs'

/** Installs the dependencies when they differ from package-lock.json. */
export async function ensureInstalled() {
  const reason = whatIsMissing()
  if (!reason) return
  const started = Date.now()
  say(`Installing dependencies (${reason}) …`)
  // The build needs the development dependencies, even with NODE_ENV=production.
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  const { code, output } = await runNode(npm(), args, {
    quiet: true,
    env: { NODE_ENV: 'development' },
    what: 'the installation of the dependencies',
  })
  if (code !== 0) {
    say(output.trimEnd())
    say('The dependencies could not be installed; see above. Is the npm registry within reach?')
    process.exit(code)
  }
  say(`Installed in ${seconds(started)}.`)
}

/**
 * Compares package-lock.json with node_modules/.package-lock.json, which npm writes as the last step of an
 * installation.
 */
function whatIsMissing() {
  const note = join(root, 'node_modules/.package-lock.json')
  if (!existsSync(note)) return 'none yet'
  const there = JSON.parse(readFileSync(note, 'utf8')).packages
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  for (const [path, entry] of Object.entries(wanted)) {
    // Optional packages may be for another platform.
    if (!path.includes('node_modules/') || entry.optional || entry.devOptional) continue
    const found = there[path]
    if (!found || found.version !== entry.version || found.integrity !== entry.integrity) return `${path} differs`
  }
  return undefined
}

function npm() {
  if (process.env.npm_execpath?.endsWith('npm-cli.js')) return process.env.npm_execpath
  const places = [
    '../lib/node_modules/npm/bin/npm-cli.js',
    'node_modules/npm/bin/npm-cli.js',
    '../share/nodejs/npm/bin/npm-cli.js',
  ]
  const found = places.map((place) => join(process.execPath, '..', place)).find(existsSync)
  if (!found) throw new Error('npm was not found beside node; run the command through npm.')
  return found
}

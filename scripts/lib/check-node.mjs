import { readFileSync } from 'node:fs'

// Must be imported first, and must use only syntax that old Node versions can parse.
const wanted = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).engines.node.slice(2)
const [major, minor] = process.versions.node.split('.').map(Number)
const [wantedMajor, wantedMinor] = wanted.split('.').map(Number)

if (major < wantedMajor || (major === wantedMajor && minor < wantedMinor)) {
  process.stderr.write(
    `Trellis needs Node ${wanted} or newer; this is ${process.versions.node}. See https://nodejs.org\n`,
  )
  process.exit(1)
}

// npm run release: keeps what this version leaves in the database (server/releases/<version>), so that each later version is
// tested to upgrade it, and says what is left to do by hand. Run it on the commit that is to be released.
import './lib/check-node.mjs'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled } from './lib/install.mjs'
import { root, runNode, say } from './lib/run.mjs'

await ensureInstalled()
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const flags = ['--conditions=source', '--import', 'tsx']
const { code } = await runNode('server/src/testing/write-release.ts', [version], { flags })
if (code === 0) {
  say(
    `Name the changes in CHANGELOG.md under "${version}", commit, and tag the commit: git tag -a v${version} -m "Trellis ${version}". Then \`npm run pack\` makes the files to publish.`,
  )
}
process.exitCode = code

// npm run portal -- …: the operator's commands, on a server that is installed and built. What is said here goes to stderr.
import './lib/check-node.mjs'
import { become } from './lib/become.mjs'
import { ensureBuilt } from './lib/build.mjs'
import { ensureInstalled } from './lib/install.mjs'

await ensureInstalled()
await ensureBuilt(['contract', 'server'])
await become('server/dist/cli/portal.js')

// npm run portal -- …: runs the operator's commands after installing and building. Messages of this script go
// to stderr.
import './lib/check-node.mjs'
import { become } from './lib/become.mjs'
import { ensureBuilt } from './lib/build.mjs'
import { ensureInstalled } from './lib/install.mjs'

await ensureInstalled()
await ensureBuilt(['contract', 'server'])
await become('server/dist/cli/portal.js')

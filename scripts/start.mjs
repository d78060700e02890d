// npm start: installs missing dependencies, builds what has changed, and runs the server.
import './lib/check-node.mjs'
import { become } from './lib/become.mjs'
import { ensureBuilt } from './lib/build.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { ensurePortIsFree } from './lib/port.mjs'

await ensurePortIsFree()
await ensureInstalled()
await ensureBuilt()
await become('server/dist/main.js')

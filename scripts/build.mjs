// npm run build: rebuilds everything; with --stale, only what changed.
import './lib/check-node.mjs'
import { ensureBuilt } from './lib/build.mjs'
import { ensureInstalled } from './lib/install.mjs'

await ensureInstalled()
await ensureBuilt(undefined, { force: !process.argv.includes('--stale') })

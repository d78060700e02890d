// npm run drill: tests the built product with killed processes, full disks and wrong clocks.
import './lib/check-node.mjs'
import { ensureBuilt } from './lib/build.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { runNode } from './lib/run.mjs'

await ensureInstalled()
await ensureBuilt(['contract', 'server'])
const flags = ['--conditions=source', '--import', 'tsx']
const { code } = await runNode('bench/drill/main.ts', process.argv.slice(2), { flags })
process.exitCode = code

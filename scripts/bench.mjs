// npm run bench: measures the built product and compares it with the bare limit.
import './lib/check-node.mjs'
import { ensureBuilt } from './lib/build.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { runNode } from './lib/run.mjs'

await ensureInstalled()
await ensureBuilt()
const flags = ['--conditions=source', '--import', 'tsx']
const { code } = await runNode('bench/main.ts', process.argv.slice(2), { flags })
process.exitCode = code

// npm run bench: measures the built product and compares it with the bare limit; `npm run bench -- web <address> <e-mail>
// <password>` measures the web app of a running portal.
import './lib/check-node.mjs'
import { ensureBuilt } from './lib/build.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { runNode } from './lib/run.mjs'

await ensureInstalled()
await ensureBuilt()
const flags = ['--conditions=source', '--import', 'tsx']
const [what, ...rest] = process.argv.slice(2)
const { code } =
  what === 'web'
    ? await runNode('bench/web.ts', rest, { flags })
    : await runNode('bench/main.ts', process.argv.slice(2), { flags })
process.exitCode = code

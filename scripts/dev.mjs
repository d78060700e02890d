// npm run dev: runs the server from its sources with a restart on every change, and Vite for the screens,
// which forwards API calls to it.
import './lib/check-node.mjs'
import { join } from 'node:path'
import { ensureInstalled } from './lib/install.mjs'
import { bin, root, runNode } from './lib/run.mjs'

await ensureInstalled()
const flags = ['--conditions=source', '--import', 'tsx', '--watch', '--watch-preserve-output']
const ended = await Promise.race([
  runNode('server/src/main.ts', [], { flags, env: { NODE_ENV: 'development' } }),
  runNode(bin('vite'), [], { cwd: join(root, 'web') }),
])
process.kill(process.pid, 'SIGTERM')
process.exitCode = ended.code

// npm run dev: runs the server from its sources with a restart on every change, and Vite for the screens,
// which forwards API calls to it.
import './lib/check-node.mjs'
import { join } from 'node:path'
import { ensureInstalled } from './lib/install.mjs'
import { ensurePortIsFree } from './lib/port.mjs'
import { bin, root, runNode } from './lib/run.mjs'

await ensurePortIsFree()
await ensureInstalled()
const { PORT, PUBLIC_URL } = process.env
// The server's own port serves the screens of the last build, so links in mails point to Vite.
const server = { NODE_ENV: 'development', PUBLIC_URL: PUBLIC_URL || 'http://localhost:5173' }
const web = { PORTAL_SERVER: `http://127.0.0.1:${PORT || 3000}` }
const flags = ['--conditions=source', '--import', 'tsx', '--watch', '--watch-preserve-output']
const ended = await Promise.race([
  runNode('server/src/main.ts', [], { flags, env: server }),
  runNode(bin('vite'), [], { cwd: join(root, 'web'), env: web }),
])
process.kill(process.pid, 'SIGTERM')
process.exitCode = ended.code

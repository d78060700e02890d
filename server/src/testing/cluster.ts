import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Embedded, startEmbedded } from '../platform/database/embedded.ts'

/**
 * An embedded PostgreSQL in a temporary folder, without durability. `stop` removes all of it; should this process be killed first,
 * a shell that waits at the other end of a pipe does so instead.
 */
export async function startThrowaway(): Promise<Embedded> {
  const dataDir = await mkdtemp(join(tmpdir(), 'trellis-'))
  const embedded = await startEmbedded({ dataDir, durable: false })
  const guard = spawn('sh', ['-c', cleanUp, 'sh', dataDir], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
  guard.on('error', () => undefined)
  guard.unref()
  const stop = async () => {
    await embedded.stop()
    await rm(dataDir, { recursive: true, force: true })
    guard.stdin.destroy()
  }
  return { ...embedded, stop }
}

const cleanUp = `
cat > /dev/null
read -r pid < "$1/postgres/postmaster.pid" && kill -INT "$pid" && while kill -0 "$pid"; do sleep 0.1; done
rm -rf "$1"
`

import { type ChildProcess, spawn } from 'node:child_process'

/**
 * A shell that waits at the other end of a pipe: when this process dies, however it does, the shell ends `pid` (if any), then the
 * embedded database in `dataDir`, and removes the folder. Call the answer once all is tidied up in the usual way.
 */
export function tidyUpAfterDeath(dataDir: string, pid?: number): () => void {
  const guard: ChildProcess = spawn('sh', ['-c', tidyUp, 'sh', dataDir, String(pid ?? '')], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  guard.on('error', () => undefined)
  guard.unref()
  return () => {
    guard.kill('SIGKILL')
    guard.stdin?.destroy()
  }
}

const tidyUp = `
cat > /dev/null
if [ -n "$2" ]; then kill "$2"; for i in 1 2 3 4 5 6 7 8 9 10; do kill -0 "$2" && sleep 0.5; done; kill -KILL "$2"; fi
read -r pid < "$1/postgres/postmaster.pid" && kill -INT "$pid" && while kill -0 "$pid"; do sleep 0.1; done
rm -rf "$1"
`

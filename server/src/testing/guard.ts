import { spawn } from 'node:child_process'
import { once } from 'node:events'

/**
 * Starts a shell that waits at the other end of a pipe. When this process calls the returned function, or dies in any
 * way, the shell ends `pid` (if any), then the embedded database in `dataDir`, and removes the folder.
 */
export function guard(dataDir: string, pid?: number): () => Promise<void> {
  const shell = spawn('sh', ['-c', tidyUp, 'sh', dataDir, String(pid ?? '')], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  const exited = once(shell, 'exit')
  shell.unref()
  return async () => {
    shell.ref()
    shell.stdin.end()
    await exited
  }
}

const tidyUp = `
cat > /dev/null
if [ -n "$2" ] && kill "$2"; then
  for i in 1 2 3 4 5 6 7 8 9 10; do kill -0 "$2" && sleep 0.5; done
  kill -KILL "$2"
fi
if read -r pid < "$1/postgres/postmaster.pid" && kill -INT "$pid"; then
  for i in 1 2 3 4 5 6 7 8 9 10; do [ -e "$1/postgres/postmaster.pid" ] && sleep 0.5; done
fi
rm -rf "$1"
`

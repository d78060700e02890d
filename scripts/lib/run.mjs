import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/** Notes about the work itself go to stderr: stdout belongs to the program that is run. */
export function say(line) {
  process.stderr.write(`${line}\n`)
}

export function seconds(since) {
  return `${((Date.now() - since) / 1000).toFixed(1)} s`
}

/** The script behind a package's command, to be run by this very Node on any system. */
export function bin(packageName, command) {
  const folder = join(root, 'node_modules', packageName)
  const declared = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).bin
  return join(folder, typeof declared === 'string' ? declared : declared[command || packageName])
}

const running = new Set()

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    // Ctrl-C reaches the children by itself: the terminal sends it to the whole group.
    const byTerminal = signal === 'SIGINT' && process.stdin.isTTY
    if (!byTerminal) for (const child of running) child.kill(signal)
    if (running.size === 0) process.exit(128 + constants.signals[signal])
  })
}

if (process.env.npm_lifecycle_event) endWithParent()

/** npm passes SIGTERM on to its shell only, which dies of it without a word to the program it runs. */
function endWithParent() {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 200)
  watch.unref()
}

/** Runs a script with this Node and waits. `quiet` keeps what it prints for the answer. */
export function runNode(script, args, { quiet = false, env = {}, cwd = root, flags = [] } = {}) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [...flags, script, ...args], {
      cwd,
      env: { ...process.env, ...env },
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    })
    running.add(child)
    let output = ''
    if (quiet) for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
    child.on('close', (code, signal) => {
      running.delete(child)
      resolve({ code: code === null ? 128 + constants.signals[signal] : code, output })
    })
  })
}

import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/** Progress messages go to stderr; stdout belongs to the program that is run. */
export function say(line) {
  process.stderr.write(`${line}\n`)
}

export function seconds(since) {
  return `${((Date.now() - since) / 1000).toFixed(1)} s`
}

/** The script of a package's command, to run it with the current Node on any operating system. */
export function bin(packageName, command) {
  const folder = join(root, 'node_modules', packageName)
  const declared = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).bin
  return join(folder, typeof declared === 'string' ? declared : declared[command || packageName])
}

/** How long child processes (an installation, a build) have to exit after a signal, in milliseconds. */
const graceMilliseconds = 2_000

/** The running children, each with its description and whether it leads a process group. */
const running = new Map()
let stoppedBy

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    if (running.size === 0) process.exit(128 + constants.signals[signal])
    if (stoppedBy === undefined) {
      for (const { what } of running.values()) if (what) say(`Stopping ${what} …`)
      setTimeout(() => endGroups('SIGKILL'), graceMilliseconds).unref()
    }
    stoppedBy = signal
    endGroups('SIGTERM')
    // On Ctrl-C the terminal sends the signal to the other children itself, because they are in its process
    // group.
    if (signal === 'SIGINT' && process.stdin.isTTY) return
    for (const [child, { leads }] of running) if (!leads) child.kill(signal)
  })
}

/** npm continues for a minute after Ctrl-C, and so do its children, so signal the whole process group. */
function endGroups(signal) {
  for (const [child, { leads }] of running) if (leads) endGroup(child, signal)
}

function endGroup(child, signal) {
  try {
    process.kill(-child.pid, signal)
  } catch {
    // The process has already ended.
  }
}

const endLater = (child, timeout) => [
  setTimeout(() => endGroup(child, 'SIGTERM'), timeout),
  setTimeout(() => endGroup(child, 'SIGKILL'), timeout + 10_000),
]

if (process.env.npm_lifecycle_event) endWithParent()

/** npm passes SIGTERM only to its shell, which exits without signalling the program: exit when the parent has gone. */
function endWithParent() {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 200)
  watch.unref()
}

/** Prints what comes from a stream line by line, so that programs that run side by side do not print into each other's lines. */
function printLines(stream, to) {
  let begun = ''
  stream.setEncoding('utf8').on('data', (chunk) => {
    const lines = `${begun}${chunk}`.split('\n')
    begun = lines.pop()
    if (lines.length > 0) to.write(`${lines.join('\n')}\n`)
  })
  stream.on('end', () => begun !== '' && to.write(`${begun}\n`))
}

/**
 * Runs a script with the current Node and waits. `quiet` returns its output instead of printing it, `byLine` prints it by whole lines. `timeout` (milliseconds,
 * only with `quiet`) ends the script's process group. After a signal, the process exits once its children have exited.
 */
export function runNode(
  script,
  args,
  { quiet = false, byLine = false, env = {}, cwd = root, flags = [], what, timeout } = {},
) {
  return new Promise((resolve) => {
    // Children that use the terminal stay in its process group; Windows has no process groups.
    const leads = quiet && process.platform !== 'win32'
    const child = spawn(process.execPath, [...flags, script, ...args], {
      cwd,
      env: { ...process.env, ...env },
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : byLine ? ['inherit', 'pipe', 'pipe'] : 'inherit',
      detached: leads,
    })
    running.set(child, { what, leads })
    const timers = leads && timeout ? endLater(child, timeout) : []
    let output = ''
    if (quiet) for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
    else if (byLine) for (const name of ['stdout', 'stderr']) printLines(child[name], process[name])
    child.on('close', (code, signal) => {
      running.delete(child)
      for (const timer of timers) clearTimeout(timer)
      if (stoppedBy !== undefined) {
        if (running.size === 0) process.exit(128 + constants.signals[stoppedBy])
        return
      }
      resolve({ code: code === null ? 128 + constants.signals[signal] : code, output })
    })
  })
}

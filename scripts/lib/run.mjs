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

/** How long a child that does the work of a script (an install, a build) gets to end by itself. */
const graceMilliseconds = 2_000

/** Each child with what it is called and whether it leads a group of its own. */
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
    // Ctrl-C reaches the others by itself: the terminal sends it to the whole group.
    if (signal === 'SIGINT' && process.stdin.isTTY) return
    for (const [child, { leads }] of running) if (!leads) child.kill(signal)
  })
}

/** npm goes on for a minute after Ctrl-C, and its own children after it: whoever leads a group is ended with all of it. */
function endGroups(signal) {
  for (const [child, { leads }] of running) {
    if (!leads) continue
    try {
      process.kill(-child.pid, signal)
    } catch {
      // It has ended.
    }
  }
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

/**
 * Runs a script with this Node and waits. `quiet` keeps what it prints for the answer. After a signal nothing goes on: the
 * process ends when its children have.
 */
export function runNode(script, args, { quiet = false, env = {}, cwd = root, flags = [], what } = {}) {
  return new Promise((resolve) => {
    // Who shares the terminal stays in its group; Windows has no groups.
    const leads = quiet && process.platform !== 'win32'
    const child = spawn(process.execPath, [...flags, script, ...args], {
      cwd,
      env: { ...process.env, ...env },
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      detached: leads,
    })
    running.set(child, { what, leads })
    let output = ''
    if (quiet) for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
    child.on('close', (code, signal) => {
      running.delete(child)
      if (stoppedBy !== undefined) {
        if (running.size === 0) process.exit(128 + constants.signals[stoppedBy])
        return
      }
      resolve({ code: code === null ? 128 + constants.signals[signal] : code, output })
    })
  })
}

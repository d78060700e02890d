import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './run.mjs'

/**
 * Runs the named program with this process's arguments. It runs in the same process, so that signals, output
 * and exit code are the program's own.
 */
export async function become(program) {
  const path = join(root, program)
  process.argv[1] = path
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.removeAllListeners(signal)
  process.setSourceMapsEnabled(true)
  await import(pathToFileURL(path).href)
}

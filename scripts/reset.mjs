// npm run reset: deletes the development data folder (embedded database, secret key, audit anchors). The next start creates
// the demo tenant again. Asks for confirmation unless --yes is given.
import './lib/check-node.mjs'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { root, say } from './lib/run.mjs'

const folder = resolve(root, process.env.DATA_DIR || '.trellis')

const why = whyNot()
if (why) fail(why)
if (!existsSync(folder)) say(`${folder} does not exist: nothing to remove.`)
else if (process.argv.includes('--yes') || (await isAgreed())) {
  rmSync(folder, { recursive: true, force: true })
  say(`Removed ${folder}.`)
} else fail('Nothing was removed.')

function whyNot() {
  if (process.env.NODE_ENV === 'production') return 'npm run reset is for data of development: NODE_ENV is production.'
  if (process.env.DATABASE_URL || process.env.DATABASE_URL_FILE)
    return 'DATABASE_URL is set: npm run reset deletes only the embedded database.'
  const isOurs = ['postgres', 'secret-key'].some((name) => existsSync(join(folder, name)))
  if (existsSync(folder) && !isOurs) return `${folder} is not a data folder of the portal.`
  if (isRunning()) return `A PostgreSQL is running in ${folder}: stop the server first.`
  return undefined
}

/** The first line of this file is the process id of PostgreSQL; after a crash the file remains. */
function isRunning() {
  try {
    const [pid] = readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')
    process.kill(Number(pid), 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

async function isAgreed() {
  if (!process.stdin.isTTY) return false
  const asking = createInterface({ input: process.stdin, output: process.stderr })
  const answer = await asking.question(`Remove ${folder} with everything in it? Type yes: `)
  asking.close()
  return answer.trim().toLowerCase() === 'yes'
}

function fail(line) {
  say(line)
  process.exit(1)
}

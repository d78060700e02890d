/*
 * Keeps a copy of the portal's records in a file, through the feed of changes: `node mirror.mjs copy.json`.
 * Environment: PORTAL (https://partners.example), TENANT, TOKEN (an access token or an API key). With --once it ends when it has all.
 * The place in the feed is written together with the records that it brought, so it can be ended at any moment.
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

const { PORTAL, TENANT, TOKEN } = process.env
const [file, ...options] = process.argv.slice(2)
if (!PORTAL || !TENANT || !TOKEN || !file) throw new Error('PORTAL, TENANT, TOKEN and a file are needed')

const headers = { authorization: `Bearer ${TOKEN}`, 'x-tenant-code': TENANT, 'x-product': 'mirror' }

/** The answer of a call. Waits and asks again while the portal, or the way to it, is not there. */
async function get(path) {
  for (;;) {
    const answer = await fetch(`${PORTAL}/api/v1${path}`, { headers }).catch(() => null)
    if (answer?.ok) return answer.json()
    if (answer && answer.status < 500 && answer.status !== 429)
      throw new Error(`${path} was refused: ${await answer.text()}`)
    await wait(1000 * Number(answer?.headers.get('retry-after') ?? 1))
  }
}

function read() {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    if (error.code === 'ENOENT') return { next: '0', records: {} }
    throw error
  }
}

/** All of it or nothing, whatever happens meanwhile. */
function write(copy) {
  writeFileSync(`${file}.new`, JSON.stringify(copy))
  renameSync(`${file}.new`, file)
}

const copy = read()
for (;;) {
  const { items, next } = await get(`/events?after=${copy.next}&limit=${process.env.LIMIT ?? 200}`)
  for (const { entity, entityId, data } of items) {
    copy.records[entity] ??= {}
    const kept = copy.records[entity]
    if (data === null) delete kept[entityId]
    else kept[entityId] = data
  }
  if (next === copy.next) {
    if (options.includes('--once')) break
    await wait(5000)
  } else {
    copy.next = next
    write(copy)
  }
}

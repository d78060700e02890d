// A small program with a license: it keeps notes in a file. `node notes.mjs`, then type `help`.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { createInterface } from 'node:readline/promises'
import { isRefusal, isWellFormedKey, openLicense, PortalUnreachable } from '@trellis/device'
import { fileStorage, proxyFetch } from '@trellis/device/node'

const version = '1.0'
const notesFile = process.env.NOTES_FILE ?? 'notes.json'

const license = openLicense({
  portalUrl: process.env.PORTAL_URL ?? 'http://localhost:3000',
  storage: fileStorage(process.env.NOTES_LICENSE ?? 'notes-license.json'),
  fetch: proxyFetch(),
  installedVersion: version,
  graceDays: 3,
})

/** What the program can do with a license. Without one it shows the notes, so that nobody loses their own. */
function featuresOf(status) {
  const features = new Set(['list'])
  if (!status.valid) return features
  features.add('add')
  // A feature of products with maintenance; a vendor may decide by `sku` as well.
  const { maintenanceExpirationDate } = status.claims
  if (maintenanceExpirationDate === null || Date.parse(maintenanceExpirationDate) > Date.now()) features.add('search')
  return features
}

const read = () => (existsSync(notesFile) ? JSON.parse(readFileSync(notesFile, 'utf8')) : [])
const show = (notes) => console.log(notes.length === 0 ? '(no notes)' : notes.join('\n'))
const commands = {
  list: () => show(read()),
  add: (text) => writeFileSync(notesFile, JSON.stringify([...read(), text])),
  search: (text) => show(read().filter((note) => note.includes(text))),
}

const because = {
  no_license: 'Type: activate YOUR-KEY',
  lease_over: 'This computer was offline for too long. Connect it and type: renew',
  expired: 'Your license has expired.',
  version_not_covered: `Your license does not cover version ${version}.`,
  clock_set_back: 'The clock of this computer is wrong.',
  refused: 'The vendor has ended this seat. Type: renew, or: activate YOUR-KEY',
}
function describe(status) {
  if (!status.valid)
    return `No license (${status.refusal ?? status.reason}). ${because[status.reason] ?? because.no_license}`
  const { productName, expirationDate } = status.claims
  const warning = status.inGrace ? ' Connect this computer soon.' : ''
  return `${productName}, ${expirationDate === null ? 'without end' : `until ${expirationDate.slice(0, 10)}`}.${warning}`
}

const refusals = {
  DV404: 'This key is unknown.',
  DV409: 'All seats of this key are taken. Free one on another computer, or ask for support.',
  DV410: 'This license has expired.',
  DV423: 'This seat is suspended, or the license was exported to an environment.',
  DV426: `This license does not cover version ${version}.`,
  DV428: 'This computer has no seat any more. Type: activate YOUR-KEY',
}
/** Calls the portal, and tells a refusal from a missing network. */
async function online(work) {
  try {
    return await work()
  } catch (error) {
    if (isRefusal(error)) console.log(refusals[error.code] ?? error.message)
    else if (error instanceof PortalUnreachable) console.log('The portal cannot be reached. Try again later.')
    else throw error
  }
}

let status = await license.status()
console.log(`Notes ${version}. ${describe(status)}`)
const stop = license.keepRenewed((now) => {
  if (now.valid !== status.valid) console.log(describe(now))
  status = now
})

const lines = createInterface({ input: process.stdin, output: process.stdout, prompt: '> ' })
lines.prompt()
for await (const line of lines) {
  const [, command = '', text = ''] = /^\s*(\S*)\s*(.*?)\s*$/.exec(line) ?? []
  if (command === 'quit') break
  if (command === 'activate') {
    if (!isWellFormedKey(text)) console.log('This is not a license key. Look for a typing error.')
    else status = (await online(() => license.activate(text, { deviceName: hostname() }))) ?? (await license.status())
    console.log(describe(status))
  } else if (command === 'renew') {
    status = (await online(() => license.heartbeat())) ?? (await license.status())
    console.log(describe(status))
  } else if (command === 'release') {
    await online(() => license.release())
    status = await license.status()
    console.log(describe(status))
  } else if (!(command in commands)) {
    console.log('activate KEY, renew, release, list, add TEXT, search TEXT, quit')
  } else {
    // Asked again at each use: the lease may have ended meanwhile. This needs no network.
    status = await license.status()
    if (featuresOf(status).has(command)) commands[command](text)
    else console.log(`Your license does not include “${command}”. ${describe(status)}`)
  }
  lines.prompt()
}
stop()
lines.close()

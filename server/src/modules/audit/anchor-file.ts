import { appendFileSync, mkdirSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Keyed } from '../../platform/secrets.ts'

/** An end of a tenant's chain, as it was at some moment. */
export interface Anchor {
  tenantId: string
  seq: number
  /** Of the link with this number, in hexadecimal. */
  hash: string
  /** The operator declared this end the right one: what was anchored before counts no more. */
  accepted: boolean
}

/** Anchors outside the database: one line of JSON each, appended to a file a month. */
export interface AnchorFile {
  append(anchor: Anchor, keyed: Keyed): void
  /** What counts for a tenant, and which lines are not as they were written. */
  read(tenantId: string, keyed: Keyed): Promise<{ anchors: Anchor[]; faults: string[] }>
}

export const macOf = (keyed: Keyed, { tenantId, seq, hash, accepted }: Anchor): Buffer =>
  keyed('audit anchor', `${tenantId}:${seq}:${hash}${accepted ? ':accepted' : ''}`)

/** Tells lines that were signed with another secret, which say nothing any more, from lines that were changed. */
const keyIdOf = (keyed: Keyed): string => keyed('audit anchor', 'key').toString('hex').slice(0, 12)

/** @param onError for a file that cannot be written: the seals in the database go on. */
export function openAnchorFile(folder: string, onError: (error: Error) => void = () => undefined): AnchorFile {
  return {
    append(anchor, keyed) {
      const at = new Date().toISOString()
      const line = { at, ...anchor, key: keyIdOf(keyed), mac: macOf(keyed, anchor).toString('hex') }
      try {
        mkdirSync(folder, { recursive: true, mode: 0o700 })
        // One short write to the end of a file: lines of several processes do not mix.
        appendFileSync(join(folder, `${at.slice(0, 7)}.jsonl`), `${JSON.stringify(line)}\n`, { mode: 0o600 })
      } catch (error) {
        onError(error as Error)
      }
    },

    async read(tenantId, keyed) {
      const [key, faults] = [keyIdOf(keyed), [] as string[]]
      let anchors: Anchor[] = []
      for (const name of await monthsIn(folder)) {
        const lines = (await readFile(join(folder, name), 'utf8')).split('\n')
        for (const [place, text] of lines.entries()) {
          if (text === '') continue
          const line = parsed(text)
          if (line?.key !== undefined && line.key !== key) continue
          if (line === null || macOf(keyed, line).toString('hex') !== line.mac) {
            faults.push(`audit anchors: line ${place + 1} of ${name} is not as it was written`)
          } else if (line.tenantId === tenantId) {
            if (line.accepted) anchors = []
            anchors.push(line)
          }
        }
      }
      return { anchors, faults }
    },
  }
}

async function monthsIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return names.filter((name) => name.endsWith('.jsonl')).sort()
}

function parsed(text: string): (Anchor & { key?: string; mac?: string }) | null {
  try {
    return JSON.parse(text) as Anchor
  } catch {
    return null
  }
}

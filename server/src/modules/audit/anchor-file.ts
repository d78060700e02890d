import { appendFileSync, mkdirSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Keyed } from '../../platform/secrets.ts'

/** The last link of a tenant's chain at some moment. */
export interface Anchor {
  tenantId: string
  seq: number
  /** Hash of the link with this number, in hexadecimal. */
  hash: string
  /** True when the operator accepted this end as correct: earlier anchors are then ignored. */
  accepted: boolean
}

/** Anchors kept outside the database: one JSON line per anchor, in one append-only file per month. */
export interface AnchorFile {
  append(anchor: Anchor, keyed: Keyed): void
  /** The valid anchors of a tenant, and a message for each line that was changed after it was written. */
  read(tenantId: string, keyed: Keyed): Promise<{ anchors: Anchor[]; faults: string[] }>
}

export const macOf = (keyed: Keyed, { tenantId, seq, hash, accepted }: Anchor): Buffer =>
  keyed('audit anchor', `${tenantId}:${seq}:${hash}${accepted ? ':accepted' : ''}`)

/**
 * Identifies the signing secret, to tell lines signed with an earlier secret (ignored) from lines that were changed
 * (faults).
 */
const keyIdOf = (keyed: Keyed): string => keyed('audit anchor', 'key').toString('hex').slice(0, 12)

/** @param onError called when the file cannot be written; sealing in the database continues */
export function openAnchorFile(folder: string, onError: (error: Error) => void = () => undefined): AnchorFile {
  return {
    append(anchor, keyed) {
      const at = new Date().toISOString()
      const line = { at, ...anchor, key: keyIdOf(keyed), mac: macOf(keyed, anchor).toString('hex') }
      try {
        mkdirSync(folder, { recursive: true, mode: 0o700 })
        // One short synchronous append: lines of concurrent processes do not interleave.
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
        for (const [index, text] of lines.entries()) {
          if (text === '') continue
          const line = parsed(text)
          if (line?.key !== undefined && line.key !== key) continue
          if (line === null || macOf(keyed, line).toString('hex') !== line.mac) {
            faults.push(`audit anchors: line ${index + 1} of ${name} is not as it was written`)
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

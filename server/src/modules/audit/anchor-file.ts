import { appendFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolderSync } from '../../platform/folders.ts'
import type { Keyed } from '../../platform/secrets.ts'
import { named } from '../../platform/writing.ts'

/** The last link of a tenant's chain at some moment. */
export interface Anchor {
  tenantId: string
  seq: number
  /** Hash of the link with this number, in hexadecimal. */
  hash: string
  /** True when the operator accepted this end as correct: earlier anchors are then ignored. */
  accepted: boolean
  /** When its line was written. */
  at?: string
}

/** Anchors kept outside the database: one JSON line per anchor, in one append-only file per month. */
export interface AnchorFile {
  append(anchor: Anchor, keyed: Keyed): void
  /** The months that have a file, as `2026-11`, the oldest first. */
  months(): Promise<string[]>
  /**
   * The valid anchors of a tenant in the file of a month, from the last one on that the operator accepted; and the numbers
   * of the lines that were changed after they were written.
   */
  readMonth(month: string, tenantId: string, keyed: Keyed): Promise<{ anchors: Anchor[]; changed: number[] }>
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
      const file = join(folder, `${at.slice(0, 7)}.jsonl`)
      const line = { at, ...anchor, key: keyIdOf(keyed), mac: macOf(keyed, anchor).toString('hex') }
      try {
        makeFolderSync(folder, 0o700)
        // One short synchronous append: lines of concurrent processes do not interleave.
        appendFileSync(file, `${JSON.stringify(line)}\n`, { mode: 0o600 })
      } catch (error) {
        onError(named(error as Error, file))
      }
    },

    months: async () => (await filesIn(folder)).map((name) => name.slice(0, 7)),

    async readMonth(month, tenantId, keyed) {
      const [key, changed] = [keyIdOf(keyed), [] as number[]]
      let anchors: Anchor[] = []
      const lines = (await readFile(join(folder, `${month}.jsonl`), 'utf8').catch(orNothing)).split('\n')
      for (const [index, text] of lines.entries()) {
        if (text === '') continue
        const line = parsed(text)
        if (line?.key !== undefined && line.key !== key) continue
        if (line === null || macOf(keyed, line).toString('hex') !== line.mac) changed.push(index + 1)
        else if (line.tenantId === tenantId) {
          if (line.accepted) anchors = []
          anchors.push(line)
        }
      }
      return { anchors, changed }
    },
  }
}

function orNothing(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT') return ''
  throw error
}

async function filesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return names.filter((name) => /^\d{4}-\d{2}\.jsonl$/.test(name)).sort()
}

function parsed(text: string): (Anchor & { key?: string; mac?: string }) | null {
  try {
    return JSON.parse(text) as Anchor
  } catch {
    return null
  }
}

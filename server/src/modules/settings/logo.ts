import { createHash } from 'node:crypto'
import { pathOf } from '@trellis/contract/endpoint'
import { settings } from '@trellis/contract/settings'
import { ApartFailure } from '../../platform/apart/apart.ts'
import type { Tx } from '../../platform/database/tx.ts'
import { apiBase } from '../../platform/http/server.ts'
import { type Drawn, redrawApart } from '../../platform/pictures/pictures.ts'
import { invalid, Refusal } from '../../platform/refusal.ts'
import { record } from '../audit/index.ts'
import { findLogo, lockSettings, writeLogo } from '../tenants/index.ts'
import { imageIn } from './image.ts'

/** Bytes of a logo: it is in every mail and document. */
export const maximumLogoBytes = 256 * 1024
const maximumPixels = 2_000
/** Of the logo as it is kept: 300 points to the inch on the widest place of a document. */
const keptPixels = 1_024

interface Of {
  tenantId: string
  code: string
}

/**
 * Takes the picture in these bytes as the tenant's logo: what is kept is a PNG of its pixels, and nothing of the file itself
 * (threats F11). Refuses FL413 for too many bytes or pixels, and RQ422 for what is no whole PNG or JPEG.
 */
export async function setLogo(tx: Tx, { tenantId, code }: Of, file: Buffer): Promise<void> {
  const { width, height, content } = await redrawn(tenantId, file)
  const hash = createHash('sha256').update(content).digest('hex')
  await lockSettings(tx)
  const before = await findLogo(tx)
  if (before?.hash === hash) return
  const path = pathOf(settings.logo, { tenantCode: code }, { v: hash.slice(0, 16) })
  await writeLogo(tx, { type: 'image/png', content: Buffer.from(content), hash }, apiBase + path)
  await record(tx, 'tenant.logo_changed', 'tenant', tenantId, {
    before: before && { hash: before.hash },
    after: { hash, type: 'image/png', width, height, bytes: content.length },
  })
}

async function redrawn(tenantId: string, content: Buffer): Promise<Drawn> {
  if (content.length > maximumLogoBytes) throw new Refusal('FL413', { maximum: maximumLogoBytes })
  const image = imageIn(content)
  if (image === null) throw invalid(['accountFileId'], 'image', 'Only PNG and JPEG images can be logos')
  const { type, width, height } = image
  if (width < 1 || height < 1) throw damaged('it has no pixels')
  if (Math.max(width, height) > maximumPixels) throw new Refusal('FL413', { maximumPixels, width, height })
  const wanted = { content, type, maximumBytes: maximumLogoBytes, maximumSide: keptPixels }
  const drawn = await redrawApart(tenantId, wanted).catch((error: unknown) => {
    if (error instanceof ApartFailure) throw damaged('it cannot be decoded with the memory and time that logos have')
    throw error
  })
  if ('fault' in drawn) throw damaged(drawn.fault)
  return drawn
}

const damaged = (fault: string) => invalid(['accountFileId'], 'damaged', `The image is damaged: ${fault}`)

/** Removes the logo; does nothing when there is none. */
export async function removeLogo(tx: Tx, tenantId: string): Promise<void> {
  await lockSettings(tx)
  const before = await findLogo(tx)
  await writeLogo(tx, null, null)
  if (before)
    await record(tx, 'tenant.logo_changed', 'tenant', tenantId, { before: { hash: before.hash }, after: null })
}

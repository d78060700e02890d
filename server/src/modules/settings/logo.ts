import { createHash } from 'node:crypto'
import { pathOf } from '@trellis/contract/endpoint'
import { settings } from '@trellis/contract/settings'
import type { Tx } from '../../platform/database/tx.ts'
import { apiBase } from '../../platform/http/server.ts'
import { invalid, Refusal } from '../../platform/refusal.ts'
import { record } from '../audit/index.ts'
import { findLogo, lockSettings, writeLogo } from '../tenants/index.ts'
import { imageIn } from './image.ts'

/** Bytes of a logo: it is in every mail and document. */
export const maximumLogoBytes = 256 * 1024
const maximumPixels = 2_000

interface Of {
  tenantId: string
  code: string
}

/**
 * Takes these bytes as the tenant's logo. They are copied, so that the file may change or go. Refuses FL413 for too many
 * bytes or pixels, and RQ422 for what is no PNG or JPEG.
 */
export async function setLogo(tx: Tx, { tenantId, code }: Of, content: Buffer): Promise<void> {
  if (content.length > maximumLogoBytes) throw new Refusal('FL413', { maximum: maximumLogoBytes })
  const image = imageIn(content)
  if (image === null) throw invalid(['accountFileId'], 'image', 'Only PNG and JPEG images can be logos')
  const { type, width, height } = image
  if (width < 1 || height < 1) throw invalid(['accountFileId'], 'image', 'The image is damaged')
  if (Math.max(width, height) > maximumPixels) throw new Refusal('FL413', { maximumPixels, width, height })
  const hash = createHash('sha256').update(content).digest('hex')
  await lockSettings(tx)
  const before = await findLogo(tx)
  if (before?.hash === hash) return
  const path = pathOf(settings.logo, { tenantCode: code }, { v: hash.slice(0, 16) })
  await writeLogo(tx, { type, content, hash }, apiBase + path)
  await record(tx, 'tenant.logo_changed', 'tenant', tenantId, {
    before: before && { hash: before.hash },
    after: { hash, type, width, height, bytes: content.length },
  })
}

/** Removes the logo; does nothing when there is none. */
export async function removeLogo(tx: Tx, tenantId: string): Promise<void> {
  await lockSettings(tx)
  const before = await findLogo(tx)
  await writeLogo(tx, null, null)
  if (before)
    await record(tx, 'tenant.logo_changed', 'tenant', tenantId, { before: { hash: before.hash }, after: null })
}

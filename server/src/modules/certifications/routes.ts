import { certificates } from '@trellis/contract/certificates'
import { devices } from '@trellis/contract/devices'
import { accountCertificates, userCertificates } from '@trellis/contract/issued-certificates'
import { clientOf } from '../../platform/http/client.ts'
import { routes } from '../../platform/http/routes.ts'
import { apiBase } from '../../platform/http/server.ts'
import { found, invalid, Refusal, refuse } from '../../platform/refusal.ts'
import type { Signer } from '../../platform/signing/signer.ts'
import type { Allowance, Throttle } from '../../platform/throttle.ts'
import { reachedId } from '../accounts/index.ts'
import { type BrandMeans, findBrand } from '../mail/index.ts'
import { renew, revoke, writeNotes } from './change-issued.ts'
import { credentialOf } from './credential.ts'
import { isDefined, listAvailable, listCertificates, listHolders, presentCertificate } from './definition-queries.ts'
import { issueToAccount, issueToUser } from './issue.ts'
import { findValidation, listOfAccount, presentIssued } from './issued-queries.ts'
import { listUserCertificates } from './list-issued.ts'
import { findDocument } from './pdf/find-document.ts'
import { printCertificate } from './pdf/print-certificate.ts'
import { whyNotPrint } from './rules.ts'
import { createCertificate, removeCertificate, updateCertificate } from './save-certificate.ts'

/**
 * Validations that one client may ask for. Each is counted before its outcome is known, so that neither the count nor
 * its time tells a code that exists from one that does not.
 */
const validations: Allowance = { free: 20, seconds: 60, longest: 3600, memory: 60 }

interface Means {
  throttle: Throttle
  signer: Signer
  config: BrandMeans
}

export const certificationsRoutes = ({ throttle, signer, config }: Means) => [
  ...routes('certificates', certificates, {
    async search({ tx, actor, body }) {
      return found(await listCertificates(tx, body, actor))
    },
    async create({ tx, actor, body }) {
      return { id: await createCertificate(tx, actor, body) }
    },
    async available({ tx, actor, query }) {
      const accountId = await reachedId(tx, actor, query.accountId)
      return found(await listAvailable(tx, query.kind, accountId))
    },
    async read({ tx, actor, params }) {
      return found(await presentCertificate(tx, params.id, actor))
    },
    async update({ tx, actor, params, body }) {
      await updateCertificate(tx, actor, params.id, body)
      return found(await presentCertificate(tx, params.id, actor))
    },
    async remove({ tx, actor, params }) {
      await removeCertificate(tx, actor, params.id)
      return undefined
    },
    async holders({ tx, actor, params, query }) {
      const accountId = await reachedId(tx, actor, query.accountId)
      if (!(await isDefined(tx, params.certificateId))) throw new Refusal('RQ404')
      return found(await listHolders(tx, params.certificateId, accountId, actor))
    },
    async verify({ tx, request, params }) {
      await throttle.take(`validation:${clientOf(request)}`, validations)
      const validation = await findValidation(tx, params.validationCode.trim().toUpperCase())
      if (!validation) throw new Refusal('CC503')
      return validation
    },
    async pdf({ read, actor, body }) {
      const issued = found(await findDocument(read, body.kind, body.id))
      refuse(whyNotPrint(issued), null, 'This certificate was revoked')
      const language = (body.languageCode ?? actor.languageCode) === 'it' ? 'it' : 'en'
      const brand = await findBrand(read, config)
      const file = await printCertificate(actor.tenantId, { issued, brand, language })
      return { fileName: `${issued.validationCode}.pdf`, base64: Buffer.from(file).toString('base64') }
    },
    async credential({ read, body }) {
      const issued = found(await findDocument(read, body.kind, body.id))
      refuse(whyNotPrint(issued), null, 'This certificate was revoked')
      const brand = await findBrand(read, config)
      const keysUrl = `${brand.address}${apiBase}${devices.keys.path}`
      return {
        fileName: `${issued.validationCode}.jwt`,
        credential: await signer.sign(credentialOf(issued, brand.address), 'JWT', keysUrl),
      }
    },
    async updateNotes({ tx, actor, body }) {
      const { userCertificateId, accountCertificateId, notes } = body
      const issuedId = userCertificateId ?? accountCertificateId
      if (issuedId === undefined) throw invalid(['userCertificateId'], 'required', 'Name a certificate')
      if (userCertificateId !== undefined && accountCertificateId !== undefined)
        throw invalid(['accountCertificateId'], 'contradicts', 'Name one certificate')
      await writeNotes(tx, actor, userCertificateId === undefined ? 'Account' : 'User', issuedId, notes)
      return undefined
    },
  }),

  ...routes('userCertificates', userCertificates, {
    async search({ tx, actor, body }) {
      const accountId = await reachedId(tx, actor, body.parentAccountId)
      return found(await listUserCertificates(tx, body, accountId, actor))
    },
    async list({ tx, actor, query }) {
      const accountId = await reachedId(tx, actor, query.accountId)
      return found(await listOfAccount(tx, 'User', accountId, actor))
    },
    async create({ tx, actor, body }) {
      return { id: await issueToUser(tx, actor, body) }
    },
    async read({ tx, actor, params }) {
      return found(await presentIssued(tx, 'User', params.id, actor))
    },
    async renew({ tx, actor, params }) {
      await renew(tx, actor, 'User', params.id)
      return found(await presentIssued(tx, 'User', params.id, actor))
    },
    async remove({ tx, actor, params }) {
      await revoke(tx, actor, 'User', params.id)
      return undefined
    },
  }),

  ...routes('accountCertificates', accountCertificates, {
    async list({ tx, actor, query }) {
      const accountId = await reachedId(tx, actor, query.accountId)
      return found(await listOfAccount(tx, 'Account', accountId, actor))
    },
    async create({ tx, actor, body }) {
      return { id: await issueToAccount(tx, actor, body) }
    },
    async read({ tx, actor, params }) {
      return found(await presentIssued(tx, 'Account', params.id, actor))
    },
    async renew({ tx, actor, params }) {
      await renew(tx, actor, 'Account', params.id)
      return found(await presentIssued(tx, 'Account', params.id, actor))
    },
    async remove({ tx, actor, params }) {
      await revoke(tx, actor, 'Account', params.id)
      return undefined
    },
  }),
]

import { licenses } from '@trellis/contract/licenses'
import { routes } from '../../platform/http/routes.ts'
import { found } from '../../platform/refusal.ts'
import type { Signer } from '../../platform/signing/signer.ts'
import { reachedId } from '../accounts/index.ts'
import { changeSeat, clearSeats, deleteSeats } from './clear-seats.ts'
import { createLicenses } from './create-licenses.ts'
import { exportLicenses } from './export-licenses.ts'
import { presentHistory } from './history.ts'
import { listLicenses } from './list-queries.ts'
import { noteLicense } from './note-license.ts'
import { presentLicense } from './queries.ts'

export const licensesRoutes = ({ signer }: { signer: Signer }) =>
  routes('licenses', licenses, {
    async search({ tx, actor, body }) {
      return found(await listLicenses(tx, actor, body, await reachedId(tx, actor, body.parentAccountId)))
    },

    create: ({ tx, actor, body }) => createLicenses(tx, actor, body),

    async read({ tx, actor, params }) {
      return found(await presentLicense(tx, actor, params.serialKey))
    },

    async history({ tx, params, query }) {
      return found(await presentHistory(tx, params.serialKey, query.before))
    },

    async note({ tx, actor, params, body }) {
      return found(await presentLicense(tx, actor, await noteLicense(tx, params.serialKey, body)))
    },

    export: ({ tx, actor, body }) => exportLicenses(tx, actor, signer, body),

    clearSeats: ({ tx, params, body }) => clearSeats(tx, params.serialKey, body.licenseSeatId),

    async changeSeat({ tx, actor, params, body }) {
      await changeSeat(tx, params.serialKey, params.licenseSeatId, body.status)
      return found(await presentLicense(tx, actor, params.serialKey))
    },

    async deleteSeats({ tx, params }) {
      await deleteSeats(tx, params.licenseId)
      return undefined
    },
  })

import { monthReports } from '@trellis/contract/month-reports'
import { routes } from '../../../platform/http/routes.ts'
import { isMailed, setMailed } from './mail-months.ts'
import { readMonth } from './month.ts'
import { printMonth } from './print-month.ts'

export const monthReportsRoutes = routes('monthReports', monthReports, {
  read: ({ tx, actor, query }) => readMonth(tx, actor, query),

  async pdf({ read, actor, query: { languageCode, ...asked } }) {
    const reader = { ...actor, languageCode: languageCode ?? actor.languageCode }
    return printMonth(read, reader, await readMonth(read, actor, asked))
  },

  mail: async ({ tx, actor }) => ({ isMailed: await isMailed(tx, actor) }),

  async changeMail({ tx, actor, body }) {
    await setMailed(tx, actor, body.isMailed)
    return body
  },
})

import {
  createCertificate,
  issueToAccount,
  issueToUser,
  renew,
  revoke,
  updateCertificate,
} from '../modules/certifications/index.ts'
import { sql } from '../platform/database/sql.ts'
import { dayLength } from './acting.ts'
import type { Member } from './members.ts'
import type { Story } from './story.ts'

/**
 * Certificates of the network: of users, guests and accounts; valid, expiring soon, renewed, expired and revoked. Of the
 * definitions one is a draft and one is no longer issued.
 */
export function planCertificates(story: Story, end: Date): void {
  const { world, tx } = story
  const vendor = world.vendor.admin
  const member = (code: string) => world.members.find(({ company }) => company.code === code) as Member
  const daysAgo = (days: number) => new Date(end.getTime() - days * dayLength - 3_600_000)

  const idOf = async (name: string) => {
    const row = await tx.row<{ id: string }>(sql`
      select certificate_id as id from certificates where tenant_id = ${world.tenantId} and name = ${name}`)
    return row?.id ?? ''
  }
  const toUser = async (name: string, { accountId, admin }: Member, notes: string | null = null) =>
    issueToUser(tx, vendor, {
      certificateId: await idOf(name),
      userId: admin.userId,
      isGuestCertificate: false,
      parentAccountId: accountId,
      notes,
    })
  const toGuest = async (name: string, { accountId }: Member, userFirstName: string, userLastName: string) =>
    issueToUser(tx, vendor, {
      certificateId: await idOf(name),
      isGuestCertificate: true,
      ...{ userFirstName, userLastName, parentAccountId: accountId, notes: 'Autumn course, not a user of the portal' },
    })
  const toAccount = async (name: string, { accountId }: Member) =>
    issueToAccount(tx, vendor, { certificateId: await idOf(name), accountId })
  const plan = (days: number, deed: () => Promise<unknown>) =>
    story.plan(daysAgo(days), vendor, async () => {
      await deed()
    })

  plan(395, async () => {
    const shared = { description: null, status: 'Confirmed' } as const
    const [sales, technical, partner] = ['Sales Specialist', 'Technical Specialist', 'Certified Partner']
    await updateCertificate(tx, vendor, await idOf(sales), {
      ...{ ...shared, name: sales, category: 'Sales', badgeColor: '#b8860b', durationMonths: 12, kind: 'User' },
      description: 'Knows the products, the editions and how to find the one that a customer needs.',
    })
    await updateCertificate(tx, vendor, await idOf(technical), {
      ...{ ...shared, name: technical, category: 'Technical', badgeColor: '#1f6f6b', durationMonths: 24, kind: 'User' },
      description: 'Installs, configures and supports the whole product line.',
    })
    await updateCertificate(tx, vendor, await idOf(partner), {
      ...{ ...shared, name: partner, category: 'Partner', badgeColor: '#5b4b9a', durationMonths: 12, kind: 'Account' },
      description: 'A company with trained staff in sales and support.',
    })
    await createCertificate(tx, vendor, {
      ...{ ...shared, name: 'Vela Trainer', category: 'Technical', badgeColor: '#a03c3c', durationMonths: 12 },
      ...{ kind: 'User', status: 'Pending' },
    })
    await createCertificate(tx, vendor, {
      ...{
        ...shared,
        name: 'Norma 2 Specialist',
        category: 'Technical',
        badgeColor: '#6b7280',
        durationMonths: 12,
        kind: 'User',
      },
    })
  })
  const [ponteNuovo, ferrante, officina] = [member('PONTENUOVO'), member('FERRANTE'), member('OFFICINADIG')]
  const [tecnodis, rautenberg, lakeshore] = [member('TECNODIS'), member('RAUTENBERG'), member('LAKESHORE')]

  // Expired.
  plan(385, () => toUser('Sales Specialist', tecnodis))
  plan(380, () => toUser('Norma 2 Specialist', ferrante))
  plan(300, async () => {
    const id = await idOf('Norma 2 Specialist')
    const draft = {
      name: 'Norma 2 Specialist',
      category: 'Technical',
      badgeColor: '#6b7280',
      durationMonths: 12,
    } as const
    await updateCertificate(tx, vendor, id, { ...draft, description: null, kind: 'User', status: 'Canceled' })
  })
  // Expiring soon.
  plan(360, () => toAccount('Certified Partner', ferrante))
  plan(342, () => toUser('Sales Specialist', ferrante, 'Passed with 92 of 100 points'))
  plan(310, () => toUser('Sales Specialist', rautenberg))
  // Renewed in time.
  plan(370, async () => {
    const issuedId = await toAccount('Certified Partner', ponteNuovo)
    story.plan(daysAgo(20), vendor, () => renew(tx, vendor, 'Account', issuedId))
  })
  // Revoked.
  plan(200, async () => {
    const issuedId = await toUser('Technical Specialist', officina)
    story.plan(daysAgo(90), vendor, () => revoke(tx, vendor, 'User', issuedId))
  })
  // Valid.
  plan(150, () => toUser('Technical Specialist', ferrante))
  plan(120, () => toGuest('Sales Specialist', ferrante, 'Ada', 'Colombo'))
  plan(110, () => toGuest('Technical Specialist', tecnodis, 'Piero', 'Zanetti'))
  plan(95, () => toUser('Sales Specialist', ponteNuovo))
  plan(80, () => toAccount('Certified Partner', rautenberg))
  plan(60, () => toAccount('Certified Partner', lakeshore))
  plan(45, () => toUser('Technical Specialist', lakeshore))
}

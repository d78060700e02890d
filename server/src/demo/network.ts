import type { ExternalIds } from '@trellis/contract/external-ids'
import { createAccount } from '../modules/accounts/index.ts'
import { seedCertificates } from '../modules/certifications/index.ts'
import { createUser } from '../modules/people/index.ts'
import { beginTenant } from '../modules/settings/index.ts'
import { rootGroupId, type TenantDraft } from '../modules/tenants/index.ts'
import type { Tx } from '../platform/database/tx.ts'
import type { Actor } from '../platform/tenancy.ts'
import { actAs, dayLength, type Roles, readRoles } from './acting.ts'
import { type DemoCompany, groups, network } from './companies.ts'
import type { Member, World } from './members.ts'
import { fillCatalogue, setPrices } from './offer.ts'
import { type DemoSignIn, demoSignIns, demoTenantCode } from './sign-ins.ts'
import { vatIdFrom } from './vat-ids.ts'

/** What the vendor's CRM calls some companies. */
const numbersOfCrm: Readonly<Record<string, ExternalIds>> = {
  PONTENUOVO: { crm: 'C-1042' },
  FERRANTE: { crm: 'C-1187', erp: '200415' },
}

const vendorCompany: DemoCompany = {
  code: 'HALCYON',
  name: 'Halcyon Software',
  groupId: rootGroupId,
  city: 'Lugano',
  street: 'Via al Lido 3',
  postalCode: '6900',
  countryCode: 'CH',
  timeZone: 'Europe/Zurich',
  languageCode: 'en',
  admin: ['Vera', 'Lindqvist'],
  weight: 1,
  below: network,
}

/** How a tenant with this network is called and found. */
export type Portal = Pick<TenantDraft, 'code' | 'name' | 'hosts' | 'isSandbox'>

/** Creates the tenant with accounts, users, catalogue and price lists, as of the beginning of the year. */
export async function settle(
  tx: Tx,
  tenantId: string,
  began: Date,
  passwordHash: string,
  portal: Portal = { code: demoTenantCode, name: vendorCompany.name },
): Promise<World> {
  await actAs(tx, null, new Date(began.getTime() - 200 * dayLength))
  await beginTenant(tx, {
    tenantId,
    ...portal,
    currencyCode: 'EUR',
    timeZone: vendorCompany.timeZone,
    theme: { primaryColor: '#1f6f6b' },
  })
  await seedCertificates(tx)
  const roles = await readRoles(tx)
  const vendor = await join(tx, tenantId, roles, vendorCompany, null, 0, passwordHash)
  const members = [vendor]
  const settleBelow = async (parent: Member, tier: number): Promise<void> => {
    for (const [place, company] of parent.company.below.entries()) {
      // Accounts join one after the other in the months before the year.
      await actAs(tx, parent.admin, new Date(began.getTime() - (90 - place * 7 - tier * 11) * dayLength))
      const member = await join(tx, tenantId, roles, company, parent, tier, passwordHash)
      members.push(member)
      await settleBelow(member, tier + 1)
    }
  }
  await settleBelow(vendor, 1)
  await actAs(tx, vendor.admin, new Date(began.getTime() - 120 * dayLength))
  const products = await fillCatalogue(tx, vendor, began)
  await setPrices(tx, vendor, members, products)
  return { tenantId, vendor, members, products }
}

/** Creates an account with its users. Users listed for signing in keep their addresses. */
export async function join(
  tx: Tx,
  tenantId: string,
  roles: Roles,
  company: DemoCompany,
  parent: Member | null,
  tier: number,
  passwordHash: string,
  signIns: readonly DemoSignIn[] = demoSignIns,
): Promise<Member> {
  const accountId = await createAccount(tx, {
    code: company.code,
    name: company.name,
    groupId: company.groupId,
    parentId: parent?.accountId ?? null,
    externalIds: numbersOfCrm[company.code] ?? null,
    notificationEmail: `office@${company.code.toLowerCase()}.example`,
    address: {
      street: company.street,
      postalCode: company.postalCode,
      city: company.city,
      countryCode: company.countryCode,
      vatId: vatIdFrom(company.countryCode, hashOf(company.code)),
    },
  })
  const people = signIns.filter(({ account }) => account === company.code)
  const all = people.length > 0 ? people : [ordinaryAdmin(company)]
  const actors: Actor[] = []
  for (const person of all) {
    const userId = await createUser(tx, {
      accountId,
      email: person.email,
      firstName: person.firstName,
      lastName: person.lastName,
      roles: [person.role],
      timeZone: person.timeZone,
      languageCode: person.languageCode,
      status: 'user_active',
      passwordHash,
    })
    const role = roles[person.role]
    actors.push({
      tenantId,
      userId,
      signInUserId: userId,
      sessionId: '',
      fullName: `${person.firstName} ${person.lastName}`,
      accountId,
      rootAccountId: parent ? rootOf(parent).accountId : accountId,
      level: levels[company.groupId] ?? 20,
      permissions: role?.permissions ?? [],
      isSuperAdmin: role?.isSuperAdmin ?? false,
      timeZone: person.timeZone,
      languageCode: person.languageCode,
    })
  }
  return { company, accountId, parent, tier, admin: actors[0] as Actor, prices: new Map() }
}

const levels: Record<number, number> = {
  [groups.distributor]: 30,
  [groups.platinum]: 40,
  [groups.gold]: 40,
  [groups.silver]: 40,
  [groups.buyer]: 60,
}

const rootOf = (member: Member): Member => (member.parent === null ? member : rootOf(member.parent))

const ordinaryAdmin = (company: DemoCompany): Omit<DemoSignIn, 'company' | 'can'> => ({
  email: `${plain(company.admin[0])}@${company.code.toLowerCase()}.example`,
  firstName: company.admin[0],
  lastName: company.admin[1],
  account: company.code,
  role: 'AccountAdmin',
  languageCode: company.languageCode,
  timeZone: company.timeZone,
})

const plain = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase()

const hashOf = (text: string): number =>
  [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 999_999_937, 7)

import { createUser } from '../modules/people/index.ts'
import type { Tx } from '../platform/database/tx.ts'
import { actAs, dayLength } from './acting.ts'
import type { World } from './members.ts'
import { demoSignIns } from './sign-ins.ts'

const latecomers = [
  {
    account: 'PONTENUOVO',
    email: 'tommaso.riva@pontenuovo.example',
    firstName: 'Tommaso',
    lastName: 'Riva',
    status: 'user_pending',
    daysAgo: 2,
  },
  {
    account: 'FERRANTE',
    email: 'dario.bassi@ferrante.example',
    firstName: 'Dario',
    lastName: 'Bassi',
    status: 'user_suspended',
    daysAgo: 140,
  },
  {
    account: 'HALCYON',
    email: 'ines.wolff@halcyon.example',
    firstName: 'Ines',
    lastName: 'Wolff',
    status: 'user_pending',
    daysAgo: 5,
  },
] as const

/** Users who have not accepted their invitation yet, or who are suspended. */
export async function inviteLatecomers(tx: Tx, { members }: World, end: Date, passwordHash: string): Promise<void> {
  for (const { account, daysAgo, ...person } of latecomers) {
    const member = members.find(({ company }) => company.code === account)
    if (!member) throw new Error(`There is no ${account}`)
    await actAs(tx, member.admin, new Date(end.getTime() - daysAgo * dayLength))
    await createUser(tx, {
      ...person,
      accountId: member.accountId,
      roles: ['Basic'],
      timeZone: member.company.timeZone,
      languageCode: member.company.languageCode,
      passwordHash: person.status === 'user_pending' ? null : passwordHash,
    })
  }
}

/** Davide Monti of Officina Digitale acts for Tecnodisegno too, by one sign-in. */
export async function settleSecondAccount(tx: Tx, { members }: World, end: Date): Promise<void> {
  const [home, further] = ['OFFICINADIG', 'TECNODIS'].map((code) =>
    members.find(({ company }) => company.code === code),
  )
  const signIn = demoSignIns.find(({ account }) => account === home?.company.code)
  if (!home || !further || !signIn) throw new Error('The companies of the one who works for two are missing')
  const { email, firstName, lastName, languageCode, timeZone } = signIn
  await actAs(tx, further.admin, new Date(end.getTime() - 120 * dayLength))
  await createUser(tx, {
    ...{ email, firstName, lastName, languageCode, timeZone },
    accountId: further.accountId,
    roles: ['AccountAdmin'],
    status: 'user_active',
    passwordHash: null,
    signInUserId: home.admin.userId,
  })
}

import type { directorySignIn } from '@trellis/contract/directories'
import type { Out } from '@trellis/contract/endpoint'
import type { Reader } from '../../platform/database/tx.ts'
import { addressIn, type Claims, profileIn } from './claims.ts'
import type { StoredConnection } from './connections.ts'
import { judge, lacksGroups } from './judge.ts'
import { nameOfAccount, nameOfUser, namesOfRoles } from './users.ts'

/** Longest value of a claim that is shown. */
const shown = 2000

/** What a sign-in would make of the claims. */
export async function presentTest(
  read: Reader,
  connection: StoredConnection,
  claims: Claims,
): Promise<Out<typeof directorySignIn.test.answer>> {
  const verdict = await judge(read, connection, claims)
  const user = 'userId' in verdict ? await nameOfUser(read, verdict.userId) : undefined
  const accountId = user?.accountId ?? ('accountId' in verdict ? verdict.accountId : null)
  const { firstName, lastName } = profileIn(claims)
  const isNew = verdict.outcome === 'created'
  return {
    connectionId: connection.connectionId,
    claims: Object.entries(claims).map(([name, value]) => ({ name, value: JSON.stringify(value).slice(0, shown) })),
    // Who was invited comes in by the invitation, and is asked for no password.
    outcome: verdict.outcome === 'adopted' && verdict.isPending ? 'invited' : verdict.outcome,
    problem: verdict.outcome === null ? verdict.problem : null,
    email: addressIn(claims),
    userName: user?.name ?? (isNew ? `${firstName} ${lastName}` : null),
    accountName: accountId === null ? null : await nameOfAccount(read, accountId),
    roles: verdict.outcome === null || verdict.roleIds === null ? null : await namesOfRoles(read, verdict.roleIds),
    tooManyGroups: lacksGroups(connection, claims),
  }
}

import { passkeys } from '@trellis/contract/passkeys'
import { queryOf } from '../../../app/queries.ts'

export const passkeysQuery = queryOf(passkeys.list)

import { sessions } from '@trellis/contract/identity'
import { queryOf } from '../../../app/queries.ts'

export const sessionsQuery = queryOf(sessions.list)

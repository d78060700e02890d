import { audit } from '@trellis/contract/audit'
import { listOf } from '../../app/listUrl.ts'

/** The changes of a record or a person, and those of a request, are reached by links. */
export const auditEvents = listOf(audit.search, {
  dateField: 'creationDate',
  searchedBy: 'product',
  linkedBy: ['entityId', 'actorId', 'requestId'],
  children: 'always',
})

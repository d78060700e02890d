import * as z from 'zod/mini'
import { endpoint, searchOf } from './endpoint.ts'
import { listOf } from './search.ts'
import { ById, Created, Id, Instant, keyText, requiredText } from './values.ts'

/** An installation of the vendor's software at a customer, to which licenses can be exported. */
export const Environment = z.object({
  onPremiseEnvironmentId: Id,
  accountId: Id,
  accountName: z.string(),
  customerName: z.string(),
  customerEnvironmentId: z.string(),
  creationDate: Instant,
  createdBy: z.nullable(z.string()),
  /** Number of licenses exported to it. */
  licenses: z.int(),
  blocked: z.object({ update: z.nullable(z.string()), delete: z.nullable(z.string()) }),
})
export type Environment = z.output<typeof Environment>

export const environmentList = listOf({
  item: Environment,
  ids: ['onPremiseEnvironmentId', 'accountId'],
  sort: '-creationDate',
  fields: {
    /** Words, in any order (rules H1): of the customer, its environment id and the account. */
    anything: { filter: 'text' },
    onPremiseEnvironmentId: { filter: 'exact' },
    customerName: { sort: true, filter: 'text' },
    customerEnvironmentId: { sort: true, filter: 'text' },
    accountName: { sort: true, filter: 'text' },
    creationDate: { sort: true, between: true },
  },
})
export const EnvironmentSearch = environmentList.search
export type EnvironmentSearch = z.output<typeof EnvironmentSearch>

const names = {
  customerName: requiredText(),
  /** Unique within its account, without regard to case. */
  customerEnvironmentId: keyText(),
}

/** The account may be named in either of two ways, or in both if they are the same. */
export const EnvironmentDraft = z.strictObject({
  ...names,
  accountId: z.optional(Id),
  parentAccountId: z.optional(Id),
})
export type EnvironmentDraft = z.output<typeof EnvironmentDraft>

/** An environment stays with its account. */
export const EnvironmentUpdate = z.strictObject(names)
export type EnvironmentUpdate = z.output<typeof EnvironmentUpdate>

export const EnvironmentOption = z.object({
  onPremiseEnvironmentId: Id,
  customerName: z.string(),
  customerEnvironmentId: z.string(),
})

export const environments = {
  search: searchOf(environmentList, {
    path: '/onPremiseEnvironments/search',
    summary: 'On-premise environments of an account, and of those below it on request',
    permission: 'Environments:r',
    exportedAs: 'environments.search',
    refusals: ['RQ404'],
  }),
  create: endpoint({
    method: 'POST',
    path: '/onPremiseEnvironments',
    summary: 'Add an on-premise environment to an account',
    permission: 'Environments:c',
    body: EnvironmentDraft,
    answer: Created,
    status: 201,
    refusals: ['RQ404'],
  }),
  lookup: endpoint({
    method: 'GET',
    path: '/onPremiseEnvironments/lookup/:accountId',
    summary: 'The environments of one account for a selector, at most 3,000, by customer name',
    permission: 'Environments:r',
    params: z.strictObject({ accountId: Id }),
    answer: z.array(EnvironmentOption),
    refusals: ['RQ404'],
  }),
  read: endpoint({
    method: 'GET',
    path: '/onPremiseEnvironments/:id',
    summary: 'One on-premise environment',
    permission: 'Environments:r',
    params: ById,
    answer: Environment,
    refusals: ['RQ404'],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/onPremiseEnvironments/:id',
    summary: 'Change the names of an environment',
    permission: 'Environments:u',
    params: ById,
    body: EnvironmentUpdate,
    answer: Environment,
    refusals: ['RQ404'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/onPremiseEnvironments/:id',
    summary: 'Delete an environment to which nothing was exported (else RQ409, `info.licenses`)',
    permission: 'Environments:d',
    params: ById,
    refusals: ['RQ404', 'RQ409'],
  }),
}

import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { ById, Id } from './values.ts'

/** The accounts of the caller, which `GET /users/me` lists (rules P63 to P66). */
export const ownAccounts = {
  use: endpoint({
    method: 'PUT',
    path: '/users/me/account',
    summary: 'Act for another one of the own accounts, in this session, from the next request on',
    permission: 'session',
    body: z.strictObject({ accountId: Id }),
    refusals: ['RQ404'],
    onlyPeople: true,
    withoutFactor: true,
  }),
  accept: endpoint({
    method: 'POST',
    path: '/users/me/accounts/:id/accept',
    summary: 'Accept to act for an account that was offered',
    permission: 'session',
    params: ById,
    refusals: ['RQ404'],
    onlyPeople: true,
  }),
  leave: endpoint({
    method: 'DELETE',
    path: '/users/me/accounts/:id',
    summary: 'Decline an account that was offered, or leave one; not the home account',
    permission: 'session',
    params: ById,
    refusals: ['RQ403', 'RQ404'],
    onlyPeople: true,
  }),
}

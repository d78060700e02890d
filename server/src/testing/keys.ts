import { type ApiKeyDraft, apiKeys } from '@trellis/contract/api-keys'
import type { Endpoint } from '@trellis/contract/endpoint'
import type { Caller } from './calling.ts'
import type { Person, World } from './network.ts'

export interface Machine {
  id: string
  key: string
  headers: { authorization: string }
  call: Caller
}

/** Makes API keys as a person does, and calls with them. */
export function keysOf(world: World) {
  return async (maker: Pick<Person, 'call' | 'accountId'>, draft: Partial<ApiKeyDraft> = {}): Promise<Machine> => {
    const { id, key } = await maker.call(apiKeys.create, {
      body: {
        name: 'ERP',
        parentAccountId: maker.accountId,
        permissions: [
          { module: 'Accounts', flags: 'r' },
          { module: 'Orders', flags: 'c-r-u' },
        ],
        ...draft,
      },
    })
    return machineOf(world, id, key)
  }
}

export function machineOf(world: World, id: string, key: string): Machine {
  const headers = { authorization: `Bearer ${key}` }
  const call: Caller = (endpoint: Endpoint, request = {}) =>
    world.anonymous(endpoint, { ...request, headers: { ...request.headers, ...headers } })
  return { id, key, headers, call }
}

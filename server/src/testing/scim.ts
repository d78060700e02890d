import { type ApiKeyDraft, apiKeys } from '@trellis/contract/api-keys'
import type { Person, World } from './network.ts'

interface ScimAnswer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: resources are compared as they come
  body: any
  headers: Record<string, unknown>
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Calls of SCIM as a directory sends them. */
export function scimOf(world: World) {
  const send = async (
    authorization: string,
    method: Method,
    path: string,
    body?: unknown,
    { headers = {}, base = `/api/v1/tenants/${world.tenantCode}/scim/v2` }: { headers?: object; base?: string } = {},
  ): Promise<ScimAnswer> => {
    const response = await world.app.http.inject({
      method,
      url: base + path,
      headers: {
        authorization,
        ...(body !== undefined && { 'content-type': 'application/scim+json; charset=utf-8' }),
        ...headers,
      },
      ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = response.payload
    return { status: response.statusCode, body: text === '' ? null : JSON.parse(text), headers: response.headers }
  }

  async function keyOf(maker: Pick<Person, 'call' | 'accountId'>, draft: Partial<ApiKeyDraft> = {}) {
    const body = { name: 'Entra ID', parentAccountId: maker.accountId, purpose: 'scim' as const, permissions: [] }
    return maker.call(apiKeys.create, { body: { ...body, ...draft } })
  }

  return {
    send,
    keyOf,
    /** A directory that provisions an account with a key of its own. */
    async directoryOf(maker: Pick<Person, 'call' | 'accountId'>, draft: Partial<ApiKeyDraft> = {}) {
      const { id, key } = await keyOf(maker, draft)
      const call = (method: Method, path: string, body?: unknown, more?: { headers?: object; base?: string }) =>
        send(`Bearer ${key}`, method, path, body, more)
      return { id, key, call }
    },
  }
}

const core = 'urn:ietf:params:scim:schemas:core:2.0:User'
const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
const patchOp = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'

/** Bodies as Entra ID sends them, with the mappings of a new application: spelling, texts for truth, attributes that nobody asked for. */
export const entra = {
  probe: '/Users?filter=userName+eq+%22c4a1f8f0-9d3f-4c0e-8f7c-nonexistent%22',
  user: (address: string, more: object = {}) => ({
    schemas: [core, enterprise],
    externalId: `entra-${address}`,
    userName: address,
    active: true,
    addresses: [{ primary: false, type: 'work', country: 'Norway' }],
    displayName: 'Liv Dahl',
    emails: [{ primary: true, type: 'work', value: address }],
    meta: { resourceType: 'User' },
    name: { formatted: 'Liv Dahl', familyName: 'Dahl', givenName: 'Liv' },
    preferredLanguage: 'it-IT',
    roles: [],
    title: 'Engineer',
    [enterprise]: { department: 'Sales', manager: { value: '4711' } },
    ...more,
  }),
  disable: { schemas: [patchOp], Operations: [{ op: 'Replace', path: 'active', value: 'False' }] },
  disableWithoutPath: { schemas: [patchOp], Operations: [{ op: 'Replace', value: { active: 'False' } }] },
  enable: { schemas: [patchOp], Operations: [{ op: 'Replace', path: 'active', value: 'True' }] },
  change: {
    schemas: [patchOp],
    Operations: [
      { op: 'Replace', path: 'name.givenName', value: 'Kari' },
      { op: 'Add', path: 'emails[type eq "work"].value', value: 'kari@elsewhere.example' },
      { op: 'Add', path: `${enterprise}:department`, value: 'Support' },
      { op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '+47 22' },
    ],
  },
  changeWithoutPath: {
    schemas: [patchOp],
    Operations: [
      { op: 'Replace', value: { 'name.familyName': 'Holm', displayName: 'Kari Holm', [`${enterprise}:manager`]: 'x' } },
    ],
  },
  addMember: (id: string) => ({
    schemas: [patchOp],
    Operations: [{ op: 'Add', path: 'members', value: [{ $ref: null, value: id }] }],
  }),
  removeMember: (id: string) => ({
    schemas: [patchOp],
    Operations: [{ op: 'Remove', path: 'members', value: [{ $ref: null, value: id }] }],
  }),
  removeMemberByPath: (id: string) => ({
    schemas: [patchOp],
    Operations: [{ op: 'Remove', path: `members[value eq "${id}"]` }],
  }),
}

/** Bodies as Okta sends them. */
export const okta = {
  probe: (address: string) =>
    `/Users?filter=userName%20eq%20%22${encodeURIComponent(address)}%22&startIndex=1&count=100`,
  user: (address: string, more: object = {}) => ({
    schemas: [core],
    userName: address,
    name: { givenName: 'Ola', familyName: 'Berg' },
    emails: [{ primary: true, value: address, type: 'work' }],
    displayName: 'Ola Berg',
    locale: 'en-US',
    externalId: `okta-${address}`,
    groups: [],
    password: '1mz050nq',
    active: true,
    ...more,
  }),
  deactivate: { schemas: [patchOp], Operations: [{ op: 'replace', value: { active: false } }] },
  reactivate: { schemas: [patchOp], Operations: [{ op: 'replace', value: { active: true } }] },
  pushGroup: (id: string, displayName: string) => ({
    schemas: [patchOp],
    Operations: [{ op: 'replace', value: { id, displayName } }],
  }),
  members: (...ids: string[]) => ({
    schemas: [patchOp],
    Operations: [{ op: 'replace', path: 'members', value: ids.map((value) => ({ value, display: value })) }],
  }),
}

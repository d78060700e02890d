import { urn } from './names.ts'

/** The most resources in a page. */
export const maximumCount = 200

export const serviceProviderConfig = (base: string) => ({
  schemas: [urn.provider],
  documentationUri: 'https://datatracker.ietf.org/doc/html/rfc7644',
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: maximumCount },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'API key',
      description: 'An API key for provisioning, as a bearer token',
      specUri: 'https://datatracker.ietf.org/doc/html/rfc6750',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
})

export const resourceTypes = (base: string) =>
  (['User', 'Group'] as const).map((name) => ({
    schemas: [urn.resourceType],
    id: name,
    name,
    endpoint: `/${name}s`,
    description: name === 'User' ? 'People of the account of the key and of those below it' : 'Roles of the portal',
    schema: name === 'User' ? urn.user : urn.group,
    schemaExtensions: [],
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${name}` },
  }))

interface Described {
  mutability?: 'readWrite' | 'readOnly'
  required?: boolean
  uniqueness?: 'none' | 'server'
  caseExact?: boolean
  multiValued?: boolean
  type?: 'string' | 'boolean' | 'complex' | 'reference'
  subAttributes?: object[]
}

const attribute = (name: string, description: string, more: Described = {}) => ({
  name,
  type: 'string',
  multiValued: false,
  description,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...more,
})

const readOnly = { mutability: 'readOnly' } as const

const userAttributes = [
  attribute('userName', 'The e-mail address with which the user signs in', { required: true, uniqueness: 'server' }),
  attribute('externalId', 'What the directory calls the user', { caseExact: true }),
  attribute('name', 'The name of the user', {
    type: 'complex',
    subAttributes: [
      attribute('givenName', 'First name'),
      attribute('familyName', 'Last name'),
      attribute('formatted', 'First and last name', readOnly),
    ],
  }),
  attribute('displayName', 'First and last name; taken as the name where name says none'),
  attribute('active', 'Whether the user may sign in', { type: 'boolean' }),
  attribute('preferredLanguage', 'en or it; any other language is English'),
  attribute('timezone', 'The name of a time zone, as Europe/Rome'),
  attribute('emails', 'The address of userName', {
    ...readOnly,
    type: 'complex',
    multiValued: true,
    subAttributes: [
      attribute('value', 'The address', readOnly),
      attribute('type', 'Always work', readOnly),
      attribute('primary', 'Always true', { ...readOnly, type: 'boolean' }),
    ],
  }),
  attribute('groups', 'The roles of the user', {
    ...readOnly,
    type: 'complex',
    multiValued: true,
    subAttributes: [
      attribute('value', 'The id of the group', readOnly),
      attribute('display', 'Its name', readOnly),
      attribute('$ref', 'Its address', { ...readOnly, type: 'reference' }),
    ],
  }),
]

const groupAttributes = [
  attribute('displayName', 'The name of a role of the portal', { required: true, uniqueness: 'server' }),
  attribute('members', 'Who has the role', {
    type: 'complex',
    multiValued: true,
    subAttributes: [
      attribute('value', 'The id of the user'),
      attribute('display', 'The name of the user', readOnly),
      attribute('$ref', 'The address of the user', { ...readOnly, type: 'reference' }),
    ],
  }),
]

export const schemas = (base: string) =>
  [
    { id: urn.user, name: 'User', description: 'User', attributes: userAttributes },
    { id: urn.group, name: 'Group', description: 'Role', attributes: groupAttributes },
  ].map((schema) => ({
    schemas: [urn.schema],
    ...schema,
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${schema.id}` },
  }))

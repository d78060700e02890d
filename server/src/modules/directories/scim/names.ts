/** The schemas of SCIM 2.0 (RFC 7643, RFC 7644). */
export const urn = {
  user: 'urn:ietf:params:scim:schemas:core:2.0:User',
  group: 'urn:ietf:params:scim:schemas:core:2.0:Group',
  error: 'urn:ietf:params:scim:api:messages:2.0:Error',
  list: 'urn:ietf:params:scim:api:messages:2.0:ListResponse',
  provider: 'urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig',
  resourceType: 'urn:ietf:params:scim:schemas:core:2.0:ResourceType',
  schema: 'urn:ietf:params:scim:schemas:core:2.0:Schema',
} as const

/** An attribute without its schema and in lower case: names are compared without regard to case. */
export function attributeOf(path: string): string {
  const bare = [urn.user, urn.group].find((schema) => path.toLowerCase().startsWith(`${schema.toLowerCase()}:`))
  return (bare === undefined ? path : path.slice(bare.length + 1)).toLowerCase()
}

/** Whether a key is the name of the schema itself, below which some directories write its attributes. */
export const isCoreSchema = (key: string): boolean =>
  [urn.user, urn.group].some((schema) => schema.toLowerCase() === key.toLowerCase())

import { expect, test } from 'vitest'
import { shapes } from '../../testing/directories.ts'
import { type Claims, hasTooManyGroups, profileIn, rolesBy, textsAt, whyNotAddress } from './claims.ts'

/* What the claims of a directory mean, in the shapes of four directories (rules P41, P42). */

const google = 'https://accounts.google.com'
const claims = (more: object, iss = 'https://login.example'): Claims => ({ iss, sub: 'x', ...more })
const proved = ['acme.example', 'bergen.example']

test.each([
  ['Okta says that it is verified', claims(shapes.okta('a@acme.example')), false, null],
  ['Keycloak says so', claims(shapes.keycloak('a@bergen.example')), false, null],
  [
    'Keycloak says that it is not',
    claims({ ...shapes.keycloak('a@acme.example'), email_verified: false }),
    true,
    'unverified',
  ],
  ['Entra says nothing', claims(shapes.entra('a@acme.example')), false, 'unverified'],
  ['Entra says nothing and the tenant vouches', claims(shapes.entra('a@acme.example')), true, null],
  ['Entra says xms_edov', claims({ ...shapes.entra('a@acme.example'), xms_edov: true }), false, null],
  [
    'Entra says that the owner of the domain is unknown',
    claims({ ...shapes.entra('a@acme.example'), xms_edov: '0' }),
    true,
    'unverified',
  ],
  ['Google says the company', claims(shapes.google('a@acme.example'), google), false, null],
  [
    'Google says no company',
    claims({ ...shapes.google('a@acme.example'), hd: undefined }, google),
    true,
    'hosted_domain',
  ],
  [
    'Google says another company',
    claims({ ...shapes.google('a@acme.example'), hd: 'bergen.example' }, google),
    true,
    'hosted_domain',
  ],
  ['the domain is not proved', claims(shapes.okta('a@nordico.example')), true, 'domain'],
  ['there is no address', claims({ email_verified: true }), true, 'unverified'],
  ['the address is no text', claims({ email: { a: 1 }, email_verified: true }), true, 'unverified'],
] as const)('an address when %s', (_, said, vouchesForAddresses, problem) => {
  expect(whyNotAddress(said, { vouchesForAddresses, proved })).toBe(problem)
})

test('a claim is found by its name, also with dots in it, or inside another', () => {
  expect(textsAt({ groups: ['a', 1, 'b'] }, 'groups')).toEqual(['a', 'b'])
  expect(textsAt({ realm_access: { roles: ['r'] } }, 'realm_access.roles')).toEqual(['r'])
  expect(textsAt({ 'https://x.example/roles': 'a, b' }, 'https://x.example/roles')).toEqual(['a', 'b'])
  for (const claim of ['none', 'constructor.name', '__proto__', 'groups.length', 'realm_access'])
    expect(textsAt({ groups: ['a'], realm_access: { roles: ['r'] } }, claim), claim).toEqual([])
})

const rules = {
  rolesClaim: 'groups',
  roleMappings: [
    { value: 'Admins', roleId: 3 },
    { value: 'Staff', roleId: 4 },
  ],
  defaultRoleIds: [9],
}

test.each([
  [{ groups: ['Staff', 'Admins', 'Staff'] }, [3, 4]],
  [{ groups: 'Admins' }, [3]],
  [{ groups: ['admins', 'ADMINS'] }, [9]],
  [{ groups: [] }, [9]],
  [{}, [9]],
  [{ hasgroups: true }, null],
  [{ _claim_names: { groups: 'src1' } }, null],
  [{ _claim_names: { other: 'src1' }, groups: ['Admins'] }, [3]],
])('%j gives the roles %j', (said, roles) => {
  expect(rolesBy(claims(said), rules)).toEqual(roles)
})

test('roles stay as they are where no claim is named', () => {
  expect(rolesBy(claims({ groups: ['Admins'] }), { ...rules, rolesClaim: null })).toBeNull()
  expect(hasTooManyGroups({ hasgroups: true }, 'roles')).toBe(false)
})

test('a newcomer has a name, whatever the directory sends', () => {
  expect(profileIn(claims({ name: 'Abe van Lincoln' }))).toMatchObject({ firstName: 'Abe van', lastName: 'Lincoln' })
  expect(profileIn(claims({ name: 'Cher' }))).toMatchObject({ firstName: 'Cher', lastName: '-' })
  expect(profileIn(claims({ email: 'dora@acme.example' }))).toMatchObject({ firstName: 'dora', lastName: '-' })
  expect(profileIn(claims({ given_name: `A\u0000\n${'x'.repeat(300)}`, family_name: 'B' }))).toMatchObject({
    firstName: expect.stringMatching(/^A {2}x{97}$/),
    lastName: 'B',
  })
})

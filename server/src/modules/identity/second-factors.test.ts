import { secondFactors } from '@trellis/contract/second-factors'
import { expect, test } from 'vitest'
import { network } from '../../testing/network.ts'
import { after, authentication, codeAt } from '../../testing/second-factors.ts'

const world = await network()
const { nordico, sudvia, anonymous } = world
const { signIn, challenged, signInWith, mailedCode, enableAuthenticator, enableEmail } = authentication(world)
const noon = '2026-03-02T12:00:07.000Z'

test('with an authenticator enabled, password alone answers A403, and with its code one is in', async () => {
  world.at(noon)
  const secret = await enableAuthenticator(nordico, noon)
  world.at(after(noon, 30))
  const mfaToken = await challenged(nordico.email)
  expect((await anonymous(secondFactors.challenge, { body: { mfaToken } })).body).toEqual([
    { providerType: 3, name: 'Authenticator app' },
  ])
  const answer = await signInWith(nordico.email, mfaToken, codeAt(secret, after(noon, 30)))
  expect(answer).toMatchObject({ status: 200, body: { token: expect.any(String) } })
})

test('with the e-mail code enabled, the code that was mailed signs in', async () => {
  await enableEmail(sudvia)
  const mfaToken = await challenged(sudvia.email)
  expect((await anonymous(secondFactors.sendChallengeCode, { body: { mfaToken, providerType: 1 } })).status).toBe(204)
  expect((await signInWith(sudvia.email, mfaToken, await mailedCode(sudvia.email))).status).toBe(200)
  expect(await signIn(sudvia.email)).toMatchObject({ status: 403, body: { code: 'A403' } })
})

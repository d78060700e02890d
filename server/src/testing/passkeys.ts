import type { AnswerOf } from '@trellis/contract/endpoint'
import { type passkeys as contract, passkeys } from '@trellis/contract/passkeys'
import { type Behaviour, makePasskey, type SoftPasskey } from './authenticator.ts'
import { openBrowser } from './browser.ts'
import { type Person, password, type World } from './network.ts'

type Browser = ReturnType<typeof openBrowser>

/** Steps with passkeys in this world. */
export function passkeysOf(world: World) {
  /** The options of a registration, after the password. */
  const creation = (person: Person) => person.call(passkeys.registerOptions, { body: { password } })

  /** Adds a passkey; the device that has it. */
  async function add(
    person: Person,
    name = 'Phone',
    behaviour: Behaviour = {},
  ): Promise<SoftPasskey & { passkeyId: string }> {
    const { passkey, response } = makePasskey(await creation(person), behaviour)
    const { id } = await person.call(passkeys.register, { body: { name, response: response as never } })
    return { ...passkey, passkeyId: id }
  }

  const asked = async (browser: Browser, mfaToken?: string) =>
    (await browser.send(passkeys.signInOptions, { body: { mfaToken } })).body as AnswerOf<typeof contract.signInOptions>

  /** Signs in with a passkey in this browser. */
  async function signIn(
    passkey: SoftPasskey,
    { browser = openBrowser(world), mfaToken, ...behaviour }: Behaviour & { browser?: Browser; mfaToken?: string } = {},
  ) {
    const request = await asked(browser, mfaToken)
    return browser.send(passkeys.signIn, { body: { mfaToken, response: passkey.sign(request, behaviour) } })
  }

  return { creation, add, asked, signIn }
}

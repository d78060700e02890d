import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { AuthData, maximumPasswordLength } from './identity.ts'
import { ById, Created, Id, Instant, keyText, text } from './values.ts'

/** Passkeys of one person. */
export const maximumPasskeys = 20
export const maximumPasskeyName = 50
/** A challenge is good for so long, and once. */
export const challengeMinutes = 5

/** Bytes as base64url. */
const Bytes = z.string().check(z.maxLength(16_384), z.regex(/^[\w-]*$/))
const Extensions = z.optional(z.record(z.string(), z.unknown()))

/* What browsers send. What later versions of WebAuthn add to it is ignored. */
const credential = {
  id: Bytes,
  rawId: Bytes,
  type: z.literal('public-key'),
  authenticatorAttachment: z.optional(z.nullable(z.string())),
  clientExtensionResults: Extensions,
}

/** A new passkey as the browser made it (WebAuthn, `RegistrationResponseJSON`). */
export const PasskeyRegistration = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: Bytes,
    attestationObject: Bytes,
    transports: z.optional(z.array(text(20)).check(z.maxLength(10))),
  }),
})

/** The signature of a passkey (WebAuthn, `AuthenticationResponseJSON`). */
export const PasskeyAssertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: Bytes,
    authenticatorData: Bytes,
    signature: Bytes,
    userHandle: z.optional(z.nullable(Bytes)),
  }),
})
export type PasskeyAssertion = z.output<typeof PasskeyAssertion>

/** A passkey, as browsers know it. */
export const PasskeyDescriptor = z.object({
  /** The credential, base64url. */
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.optional(z.array(z.string())),
})

/** The portal to which a passkey belongs. */
export const PasskeyPortal = z.object({
  /** Its host name. */
  id: z.string(),
  name: z.string(),
})

/** For whom a passkey is made. */
export const PasskeyOwner = z.object({
  /** Says nothing of the person; base64url. */
  id: z.string(),
  name: z.string(),
  displayName: z.string(),
})

/** What the browser is asked to make a passkey with (WebAuthn, `PublicKeyCredentialCreationOptionsJSON`). */
export const PasskeyCreation = z.object({
  rp: PasskeyPortal,
  user: PasskeyOwner,
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
  timeout: z.int(),
  excludeCredentials: z.array(PasskeyDescriptor),
  authenticatorSelection: z.object({
    residentKey: z.string(),
    requireResidentKey: z.boolean(),
    userVerification: z.string(),
  }),
  attestation: z.string(),
})

/** What the browser is asked to sign with a passkey (WebAuthn, `PublicKeyCredentialRequestOptionsJSON`). */
export const PasskeyRequest = z.object({
  challenge: z.string(),
  timeout: z.int(),
  rpId: z.string(),
  allowCredentials: z.array(PasskeyDescriptor),
  userVerification: z.string(),
})

/** A passkey of the caller. */
export const Passkey = z.object({
  passkeyId: Id,
  name: z.string(),
  /** The host name of the portal at which it works. */
  host: z.string(),
  creationDate: Instant,
  lastUsedDate: z.nullable(Instant),
})
export type Passkey = z.output<typeof Passkey>

export const PasskeyName = z.strictObject({ name: keyText(maximumPasskeyName) })

/** One of them: who only holds a session makes no passkey and changes no address (threats A23). */
export const PasskeyProof = z.strictObject({
  password: z.optional(z.nullable(z.string().check(z.maxLength(maximumPasswordLength)))),
  /** Of the authenticator app, or a backup code. */
  code: z.optional(z.nullable(text(50))),
  /** Of a passkey that one has, for a challenge of `authenticate/options`. */
  passkey: z.optional(z.nullable(PasskeyAssertion)),
  /** The token of a sign-in at the directory that was made again (`/auth/proofs/directory/verify`). */
  directory: z.optional(z.nullable(text(200))),
})

const MfaToken = z.optional(z.nullable(text(2000)))
const DeviceUniqueId = z.optional(z.nullable(text()))
const onlyPeople = true

export const passkeys = {
  list: endpoint({
    method: 'GET',
    path: '/auth/passkeys',
    summary: 'Own passkeys, oldest first',
    permission: 'session',
    answer: z.array(Passkey),
    onlyPeople,
    withoutFactor: true,
  }),
  rename: endpoint({
    method: 'PUT',
    path: '/auth/passkeys/:id',
    summary: 'Give one of the own passkeys another name',
    permission: 'session',
    params: ById,
    body: PasskeyName,
    answer: Passkey,
    refusals: ['RQ404'],
    onlyPeople,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/auth/passkeys/:id',
    summary:
      'Remove one of the own passkeys, at once; ends every other session (RQ409, `info.reason` is `break_glass`: nobody else could sign in without the directory)',
    permission: 'session',
    params: ById,
    refusals: ['RQ404', 'RQ403', 'RQ409'],
    onlyPeople,
  }),
  registerOptions: endpoint({
    method: 'POST',
    path: '/auth/passkeys/register/options',
    summary: 'Begin to add a passkey, with the password, a code, a passkey or a sign-in at the directory again',
    permission: 'session',
    body: PasskeyProof,
    answer: PasskeyCreation,
    refusals: ['RQ403', 'RQ429'],
    onlyPeople,
    withoutFactor: true,
  }),
  register: endpoint({
    method: 'POST',
    path: '/auth/passkeys/register/verify',
    summary: 'Add the passkey that the browser has made; ends every other session',
    permission: 'session',
    status: 201,
    body: z.strictObject({ name: keyText(maximumPasskeyName), response: PasskeyRegistration }),
    answer: Created,
    refusals: ['RQ403', 'RQ409'],
    onlyPeople,
    withoutFactor: true,
  }),
  signInOptions: endpoint({
    method: 'POST',
    path: '/auth/passkeys/authenticate/options',
    summary: 'Begin to sign in with a passkey; with `mfaToken` as the second factor of a sign-in',
    permission: 'public',
    effect: 'read',
    body: z.strictObject({ mfaToken: MfaToken, deviceUniqueId: DeviceUniqueId }),
    answer: PasskeyRequest,
    refusals: ['A406', 'RQ403'],
  }),
  signIn: endpoint({
    method: 'POST',
    path: '/auth/passkeys/authenticate/verify',
    summary: 'Sign in with the signature of a passkey; without `mfaToken` it is both factors',
    permission: 'public',
    body: z.strictObject({
      response: PasskeyAssertion,
      mfaToken: MfaToken,
      deviceUniqueId: DeviceUniqueId,
      appPlatform: z.optional(z.nullable(text())),
    }),
    answer: AuthData,
    refusals: ['A401', 'A406', 'A410', 'RQ403', 'RQ429'],
  }),
}

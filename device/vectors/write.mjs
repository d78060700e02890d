// Writes the test vectors: `node vectors/write.mjs`. Keys, texts and times are fixed, and so are Ed25519 signatures, so
// every run writes the same files.
import { createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** A key pair from a seed of 32 equal bytes; the private keys are public, so nothing real may be signed with them. */
function pairOf(byte, kid) {
  const pkcs8 = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), Buffer.alloc(32, byte)])
  const privateKey = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' })
  const { kty, crv, x } = createPublicKey(privateKey).export({ format: 'jwk' })
  return { privateKey, kid, shown: { kty, crv, x, kid, alg: 'EdDSA', use: 'sig' } }
}
const [present, former, stranger] = [pairOf(1, 'key-2026'), pairOf(2, 'key-2025'), pairOf(3, 'key-2026')]

const coded = (value) => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')
function jws(payload, typ, by = present, header = {}) {
  const text = `${coded({ alg: 'EdDSA', kid: by.kid, typ, ...header })}.${coded(payload)}`
  return `${text}.${sign(null, Buffer.from(text), by.privateKey).toString('base64url')}`
}

const [leaseType, licenseType] = ['trellis-lease+jwt', 'trellis-license+jwt']
const common = {
  tenantCode: 'verdant',
  serialKey: 'EDGE-00000-00000-00000-00000',
  sku: 'EDGE-1Y',
  productName: 'Edge für ein Jahr 💡',
  seats: 5,
  licenseMaxVersion: '5.9',
  extensions: [{ sku: 'EDGE-CONN', quantity: 5 }],
  entitlements: { connections: 110, sso: true },
  expirationDate: '2027-05-20T23:59:59.999Z',
  maintenanceExpirationDate: null,
  issuedAt: '2026-05-20T10:00:00.000Z',
  number: 1779271200000,
}
const claims = {
  ...common,
  deviceUuid: 'laptop',
  licenseSeatId: '019a2b3c-0000-7000-8000-000000000001',
  leaseExpirationDate: '2026-05-27T10:00:00.000Z',
}
const license = {
  ...common,
  onPremiseEnvironmentId: '019a2b3c-0000-7000-8000-000000000002',
  customerName: 'Aurora Hotels',
  customerEnvironmentId: 'aurora-1',
  number: 2,
}
const lease = (more = {}, by = present) => jws({ ...claims, ...more }, leaseType, by)
const document = (more = {}, by = present) => jws({ ...license, ...more }, licenseType, by)
const without = (of, name) => Object.fromEntries(Object.entries(of).filter(([key]) => key !== name))

/** The text with the character at a place from the end replaced by another of base64url. */
function tampered(text, fromEnd) {
  const place = text.length - fromEnd
  return text.slice(0, place) + (text[place] === 'A' ? 'B' : 'A') + text.slice(place + 1)
}
/** The part of a JWS replaced. */
const withPart = (text, index, part) =>
  text
    .split('.')
    .map((one, at) => (at === index ? part : one))
    .join('.')

function leaseVectors() {
  const check = { deviceUuid: 'laptop', now: '2026-05-21T10:00:00.000Z' }
  const valid = (name, text, more = {}, inGrace = false) => ({
    name,
    lease: text,
    check: { ...check, ...more },
    expect: { valid: true, inGrace, number: claims.number },
  })
  const invalid = (reason, name, text, more = {}) => ({
    name,
    lease: text,
    check: { ...check, ...more },
    expect: { valid: false, reason },
  })
  const genuine = lease()
  const [head, body, signature] = genuine.split('.')
  const other = lease({ seats: 500 })
  return [
    valid('genuine', genuine),
    valid('signed by the former key', lease({}, former)),
    valid('unknown claims are ignored', lease({ color: 'green' })),
    valid('neither extensions nor entitlements', lease({ extensions: [], entitlements: {} })),
    valid('the key as typed', genuine, { serialKey: ' edge 00000 o0000—00000 0000o ' }),
    valid('the number seen last', genuine, { newestNumber: claims.number }),
    valid('the last covered version', genuine, { installedVersion: '5.9.0' }),
    valid('a suffix of the version is ignored', genuine, { installedVersion: 'v5.9-beta7' }),
    valid('a version when all are covered', lease({ licenseMaxVersion: null }), { installedVersion: '99' }),
    valid('the last instant of the lease', genuine, { now: '2026-05-27T09:59:59.999Z' }),
    valid('a license without end', lease({ expirationDate: null }), { now: '2026-05-26T00:00:00.000Z' }),
    valid('a clock ten minutes behind the issue', genuine, { now: '2026-05-20T09:50:00.000Z' }),
    valid('a clock ten minutes behind a time seen before', genuine, { newestTime: '2026-05-21T10:10:00.000Z' }),
    valid('the first instant of grace', genuine, { now: '2026-05-27T10:00:00.000Z', graceDays: 3 }, true),
    valid('the last instant of grace', genuine, { now: '2026-05-30T09:59:59.999Z', graceDays: 3 }, true),
    invalid('lease_over', 'the lease ended', genuine, { now: '2026-05-27T10:00:00.000Z' }),
    invalid('lease_over', 'the grace ended', genuine, { now: '2026-05-30T10:00:00.000Z', graceDays: 3 }),
    invalid('expired', 'the license ended', genuine, { now: '2027-05-20T23:59:59.999Z' }),
    invalid('expired', 'grace does not outlast the license', lease({ expirationDate: '2026-05-27T10:00:00.000Z' }), {
      now: '2026-05-27T10:00:00.000Z',
      graceDays: 3,
    }),
    invalid('clock_set_back', 'more than ten minutes before the issue', genuine, { now: '2026-05-20T09:49:59.999Z' }),
    invalid('clock_set_back', 'more than ten minutes before a time seen before', genuine, {
      newestTime: '2026-05-21T10:10:00.001Z',
    }),
    invalid('other_device', 'another device', genuine, { deviceUuid: 'Laptop' }),
    invalid('other_key', 'another key', genuine, { serialKey: 'EDGE-00000-00000-00000-00001' }),
    invalid('older', 'older than one seen before', genuine, { newestNumber: claims.number + 1 }),
    invalid('version_not_covered', 'a version above the covered one', genuine, { installedVersion: '5.10' }),
    invalid('unknown_key', 'a key that is not known', jws(claims, leaseType, { ...stranger, kid: 'key-2027' })),
    invalid('unknown_key', 'no key id', jws(claims, leaseType, present, { kid: undefined })),
    invalid('bad_signature', 'a stranger’s key under a known id', lease({}, stranger)),
    invalid('bad_signature', 'a key that the header brings', jws(claims, leaseType, stranger, { jwk: stranger.shown })),
    invalid('bad_signature', 'the payload changed', withPart(genuine, 1, coded({ ...claims, seats: 500 }))),
    invalid('bad_signature', 'the payload of another lease', withPart(genuine, 1, other.split('.')[1])),
    invalid('bad_signature', 'the signature of another lease', withPart(genuine, 2, other.split('.')[2])),
    invalid('bad_signature', 'the signature changed', tampered(genuine, 40)),
    invalid('bad_signature', 'a shorter signature', `${head}.${body}.${signature.slice(0, -2)}`),
    invalid(
      'bad_signature',
      'alg none',
      withPart(genuine, 0, coded({ alg: 'none', kid: present.kid, typ: leaseType })),
    ),
    invalid('bad_signature', 'alg HS256', jws(claims, leaseType, present, { alg: 'HS256' })),
    invalid(
      'bad_signature',
      'an extension that must be understood',
      jws(claims, leaseType, present, { crit: ['exp'] }),
    ),
    invalid('wrong_type', 'a document of a .lic file', jws(claims, licenseType)),
    invalid('wrong_type', 'no type', jws(claims, undefined)),
    invalid('malformed', 'empty', ''),
    invalid('malformed', 'two parts', `${head}.${body}`),
    invalid('malformed', 'four parts', `${genuine}.`),
    invalid('malformed', 'no signature', `${head}.${body}.`),
    invalid('malformed', 'padding', `${genuine}=`),
    invalid('malformed', 'a space after it', `${genuine} `),
    invalid('malformed', 'a line break after it', `${genuine}\n`),
    // 64 bytes end in a character of which only two bits count.
    invalid('malformed', 'unused bits of the last character', genuine.slice(0, -1) + next(genuine.at(-1))),
    invalid('malformed', 'a header that is not JSON', withPart(genuine, 0, coded('{'))),
    invalid('malformed', 'a payload that is not JSON', jws('{"seats":', leaseType)),
    invalid('malformed', 'a payload that is a list', jws([claims], leaseType)),
    invalid('malformed', 'a missing claim', jws(without(claims, 'seats'), leaseType)),
    invalid('malformed', 'a claim of another type', lease({ seats: '5' })),
    invalid('malformed', 'a date that is none', lease({ expirationDate: 'never' })),
    invalid('malformed', 'no entitlements', jws(without(claims, 'entitlements'), leaseType)),
    invalid('malformed', 'entitlements that are a list', lease({ entitlements: ['sso'] })),
    invalid('malformed', 'extensions that are none', lease({ extensions: null })),
    invalid('malformed', 'an extension without quantity', lease({ extensions: [{ sku: 'EDGE-CONN' }] })),
    invalid(
      'malformed',
      'an extension with a quantity of another type',
      lease({ extensions: [{ sku: 'X', quantity: '5' }] }),
    ),
  ]
}

const next = (character) => {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  return alphabet[alphabet.indexOf(character) + 1]
}

function fileVectors() {
  const check = { customerEnvironmentId: 'aurora-1', now: '2026-05-21T10:00:00.000Z' }
  const fileOf = (...documents) => JSON.stringify({ format: 'trellis-license/1', documents }, null, 2)
  const judged = (name, file, reasons, more = {}) => ({
    name,
    file,
    check: { ...check, ...more },
    expect: {
      valid: reasons.every((reason) => reason === null),
      reason: reasons.find(Boolean) ?? null,
      licenses: reasons,
    },
  })
  const malformed = (name, file) => ({
    name,
    file,
    check,
    expect: { valid: false, reason: 'malformed', licenses: [] },
  })
  const genuine = document()
  const file = fileOf(genuine)
  const numbers = (number) => ({ newestNumbers: { [license.serialKey]: number } })
  return [
    judged('genuine', file, [null]),
    judged('signed by the former key', fileOf(document({}, former)), [null]),
    judged('two licenses', fileOf(genuine, document({ serialKey: 'EDGE-2' })), [null, null]),
    judged('one of two expired', fileOf(document({ expirationDate: '2026-05-21T10:00:00.000Z' }), genuine), [
      'expired',
      null,
    ]),
    judged('other white space', `\r\n\t${JSON.stringify(JSON.parse(file))} \n`, [null]),
    judged('the same file again', file, [null], numbers(2)),
    judged('older than one accepted before', file, ['older'], numbers(3)),
    judged('a number of another key', file, [null], { newestNumbers: { 'EDGE-2': 9 } }),
    judged('another environment', file, ['other_environment'], { customerEnvironmentId: 'aurora-2' }),
    judged('its tenant', file, [null], { tenantCode: 'verdant' }),
    judged('another tenant', file, ['other_tenant'], { tenantCode: 'canary' }),
    judged('the last instant of the license', file, [null], { now: '2027-05-20T23:59:59.998Z' }),
    judged('expired', file, ['expired'], { now: '2027-05-20T23:59:59.999Z' }),
    judged('the clock before the issue', file, ['clock_set_back'], { now: '2026-05-20T09:49:59.999Z' }),
    judged('the clock before a time seen before', file, ['clock_set_back'], { newestTime: '2026-05-21T10:10:00.001Z' }),
    judged('a version above the covered one', file, ['version_not_covered'], { installedVersion: '6' }),
    judged('a key that is not known', fileOf(document({}, { ...stranger, kid: 'key-2027' })), ['unknown_key']),
    judged('a stranger’s key under a known id', fileOf(document({}, stranger)), ['bad_signature']),
    judged('the payload of another document', fileOf(withPart(genuine, 1, document({ seats: 500 }).split('.')[1])), [
      'bad_signature',
    ]),
    judged('the signature changed', fileOf(tampered(genuine, 40)), ['bad_signature']),
    judged('a lease', fileOf(lease()), ['wrong_type']),
    judged('a missing claim', fileOf(jws(without(license, 'customerEnvironmentId'), licenseType)), ['malformed']),
    judged('a document without signature', fileOf(withPart(genuine, 2, '')), ['malformed']),
    malformed('empty', ''),
    malformed('no documents', fileOf()),
    malformed('a document alone', genuine),
    malformed('text after the file', `${file}{}`),
    malformed('a byte order mark', `\uFEFF${file}`),
    malformed('a member twice', file.replace('"format"', '"documents": [], "format"')),
    malformed('a member more', file.replace('"format"', '"note": 1, "format"')),
    malformed('another order', JSON.stringify({ documents: [genuine], format: 'trellis-license/1' })),
    malformed('another format', file.replace('license/1', 'license/2')),
    malformed('a document that is no text', JSON.stringify({ format: 'trellis-license/1', documents: [genuine, 7] })),
    malformed(
      'an escaped character',
      file.replace(genuine.slice(0, 1), `\\u${genuine.charCodeAt(0).toString(16).padStart(4, '0')}`),
    ),
    malformed('a space within a document', file.replace(genuine, `${genuine.slice(0, 9)} ${genuine.slice(9)}`)),
    malformed('a comma after the last document', file.replace(/"(\s*)\]/, '",$1]')),
  ]
}

function entitlementVectors() {
  const entitlements = {
    connections: 110,
    ratio: 0.3,
    none: 0,
    sso: true,
    beta: false,
    region: 'eu-south',
    empty: '',
    until: '2027-05-20T12:00:00+02:00',
    words: '2027',
    limits: { cores: 8 },
    nothing: {},
    toString: 'a name that objects have',
  }
  const ask = (method, expect, name, least) => ({
    name: `${method} ${name}${least === undefined ? '' : ` ${least}`}`,
    lease: lease({ entitlements }),
    ask: { method, name, ...(least !== undefined && { least }) },
    expect,
  })
  return [
    ask('has', true, 'connections'),
    ask('has', true, 'connections', 30),
    ask('has', true, 'connections', 110),
    ask('has', false, 'connections', 111),
    ask('has', true, 'ratio', 0.3),
    ask('has', true, 'sso'),
    ask('has', false, 'sso', 1),
    ask('has', false, 'beta'),
    ask('has', false, 'none'),
    ask('has', true, 'none', 0),
    ask('has', true, 'region'),
    ask('has', false, 'region', 0),
    ask('has', false, 'empty'),
    ask('has', true, 'limits'),
    ask('has', true, 'nothing'),
    ask('has', false, 'unknown'),
    ask('has', false, 'unknown', 0),
    ask('has', false, 'constructor'),
    ask('has', true, 'toString'),
    ask('limit', 110, 'connections'),
    ask('limit', 0.3, 'ratio'),
    ask('limit', 0, 'sso'),
    ask('limit', 0, 'unknown'),
    ask('text', 'eu-south', 'region'),
    ask('text', '', 'empty'),
    ask('text', null, 'connections'),
    ask('text', null, 'unknown'),
    ask('instant', '2027-05-20T10:00:00.000Z', 'until'),
    ask('instant', null, 'words'),
    ask('instant', null, 'connections'),
    ask('object', { cores: 8 }, 'limits'),
    ask('object', null, 'sso'),
    ask('object', null, 'unknown'),
  ]
}

/** What a client sends for a call with the key `K` of the device `d`, and how it reads the answer. */
function callVectors() {
  const who = { serialKey: 'K', deviceUuid: 'd' }
  const lost = { licenseSeatId: '01a2', deviceName: 'Lost laptop', lastContact: '2026-03-01T08:00:00.000Z' }
  const own = { licenseSeatId: '01a3', deviceName: null, lastContact: '2026-05-20T10:00:00.000Z' }
  const seats = [
    { ...lost, isOwn: false, releasable: true },
    { ...own, isOwn: true, releasable: true },
  ]
  const ask = (name, status, body, expect) => ({
    name,
    call: 'seats',
    sent: { path: 'seats', body: who },
    answer: { status, body },
    expect,
  })
  const free = (name, status, body, expect) => ({
    name,
    call: 'releaseSeat',
    licenseSeatId: lost.licenseSeatId,
    sent: { path: 'release', body: { ...who, licenseSeatId: lost.licenseSeatId } },
    answer: { status, body },
    expect,
  })
  const refused = (name, reason, nextReleaseDate = null) => {
    const info = { reason, nextReleaseDate }
    return free(name, 409, { code: 'DV430', detail: 'No', info }, { code: 'DV430', status: 409, info })
  }
  return [
    ask('the seats of a key', 200, seats, { value: seats }),
    ask('a key without seats', 200, [], { value: [] }),
    ask('seats of an unknown key', 404, { code: 'DV404' }, { code: 'DV404', status: 404, info: null }),
    free('a seat is freed', 204, null, { value: null }),
    refused('a product that allows none', 'not_allowed'),
    refused('a suspended seat', 'suspended'),
    refused('none is left', 'none_left', '2027-03-01T08:00:00.000Z'),
    free('a seat of another key', 404, { code: 'RQ404' }, { code: 'RQ404', status: 404, info: null }),
  ]
}

const keySet = () => ({ keys: [present.shown, former.shown] })

export const written = () => ({
  'keys.json': keySet(),
  'leases.json': leaseVectors(),
  'files.json': fileVectors(),
  'entitlements.json': entitlementVectors(),
  'calls.json': callVectors(),
})

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [name, content] of Object.entries(written()))
    writeFileSync(new URL(name, import.meta.url), `${JSON.stringify(content, null, 2)}\n`)
}

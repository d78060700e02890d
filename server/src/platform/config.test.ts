import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ConfigurationError, readConfig } from './config.ts'

test('without any variable the portal runs with the embedded database, on loopback, as a demo', () => {
  const config = readConfig({})
  expect(config).toMatchObject({ environment: 'development', port: 3000, host: '127.0.0.1', demo: true })
  expect(config.databaseUrl).toBeUndefined()
  expect(config.databaseDirectUrl).toBeUndefined()
  expect(config.publicUrl).toBe('http://localhost:3000')
})

test('one message names every unusable value', () => {
  const read = () =>
    readConfig({
      PORT: 'http',
      DATABASE_URL: 'mysql://x',
      SECRET_KEY: 'short',
      PUBLIC_URL: 'ftp://x',
      SMTP_URL: 'smtp://',
      MAIL_FROM: 'a@b.example, c@d.example',
      DEMO: 'yes',
    })
  expect(read).toThrow(ConfigurationError)
  for (const name of ['PORT', 'DATABASE_URL', 'SECRET_KEY', 'PUBLIC_URL', 'SMTP_URL', 'MAIL_FROM', 'DEMO'])
    expect(read).toThrow(new RegExp(`^  ${name}: `, 'm'))
})

test.each([
  [{ PORT: ' ' }, 'PORT: must be a whole number from 0 to 65535'],
  [{ PORT: '0x50' }, 'PORT: must be a whole number from 0 to 65535'],
  [{ DRAIN_SECONDS: 'soon' }, 'DRAIN_SECONDS: must be a number from 0 to 8'],
  [{ DRAIN_SECONDS: ' ' }, 'DRAIN_SECONDS: must be a number from 0 to 8'],
  [{ OTEL_TRACES_SAMPLER_ARG: '2' }, 'OTEL_TRACES_SAMPLER_ARG: must be a number from 0 to 1'],
])('%j is no number, and what would be one is said', (env, sentence) => {
  expect(() => readConfig(env)).toThrow(sentence)
})

test.each([
  [{ PUBLIC_URL: 'https://portal.example/partners' }, 'PUBLIC_URL: must be http:// or https:// and a host'],
  [{ PUBLIC_URL: 'https://me:pass@portal.example' }, 'PUBLIC_URL: must be'],
  [{ PUBLIC_URL: 'https://portal.example?a=1' }, 'PUBLIC_URL: must be'],
  [{ PUBLIC_URL: 'portal.example' }, 'PUBLIC_URL: must be'],
  [{ HOST: 'http://portal.example' }, 'HOST: must be an address of this machine'],
  [{ SECRET_KEY: ' '.repeat(40) }, 'SECRET_KEY: must have at least 32 characters'],
])('%j would start, and not work', (env, sentence) => {
  expect(() => readConfig(env)).toThrow(sentence)
})

test('an address is taken as people write it', () => {
  for (const PUBLIC_URL of ['HTTPS://Portal.example:443/', 'http://[::1]:3000', 'http://localhost:3000'])
    expect(() => readConfig({ PUBLIC_URL })).not.toThrow()
})

test('production requires a secret and an address, and creates no demo', () => {
  expect(() => readConfig({ NODE_ENV: 'production' })).toThrow(
    /SECRET_KEY: is required in production[\s\S]*PUBLIC_URL: is required/,
  )
  const config = readConfig({
    NODE_ENV: 'production',
    SECRET_KEY: 'x'.repeat(32),
    PUBLIC_URL: 'https://portal.example/',
  })
  expect(config).toMatchObject({ demo: false, publicUrl: 'https://portal.example', logLevel: 'info' })
})

test('an empty variable is treated as absent', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 3000, databaseUrl: undefined })
})

test('direct connections use DATABASE_DIRECT_URL, or DATABASE_URL where there is none', () => {
  const DATABASE_URL = 'postgres://portal@pooler/trellis'
  const DATABASE_DIRECT_URL = 'postgres://owner@database/trellis'
  expect(readConfig({ DATABASE_URL }).databaseDirectUrl).toBe(DATABASE_URL)
  expect(readConfig({ DATABASE_URL, DATABASE_DIRECT_URL })).toMatchObject({
    databaseUrl: DATABASE_URL,
    databaseDirectUrl: DATABASE_DIRECT_URL,
  })
  expect(() => readConfig({ DATABASE_DIRECT_URL })).toThrow('DATABASE_DIRECT_URL: needs DATABASE_URL')
})

test('further primaries have names, addresses and perhaps replicas, and each mistake is said', () => {
  const [url, north, standby] = ['postgres://o@one/t', 'postgres://o@two,three/t', 'postgres://o@four/t']
  const read = (DATABASE_PRIMARIES: string, more: object = { DATABASE_URL: url, DEFAULT_TENANT: 'acme' }) =>
    readConfig({ ...more, DATABASE_PRIMARIES }).databasePrimaries
  expect(readConfig({ DATABASE_URL: url }).databasePrimaries).toEqual([])
  expect(read(`north=${north}\n  south-2=${url}`)).toEqual([
    { name: 'north', url: north },
    { name: 'south-2', url },
  ])
  expect(read(`north.replica=${standby} north=${north}`)).toEqual([{ name: 'north', url: north, replicaUrl: standby }])
  for (const [wrong, says] of [
    [north, 'must be NAME=postgres://'],
    [`North=${north}`, 'must be NAME=postgres://'],
    [`main=${north}`, 'names main, which is DATABASE_URL'],
    ['north=mysql://two/t', 'has no address of PostgreSQL for north'],
    ['north=postgres://o@two,/t', 'has no address of PostgreSQL for north'],
    [`north=${north} north=${url}`, 'names north twice'],
    [`north.replica=${standby}`, 'has no address for north itself'],
  ] as const)
    expect(() => read(wrong), wrong).toThrow(`DATABASE_PRIMARIES: ${says}`)
  expect(() => read(`north=${north}`, { DEFAULT_TENANT: 'acme' })).toThrow('DATABASE_PRIMARIES: needs DATABASE_URL')
  expect(() => read(`north=${north}`, { DATABASE_URL: url })).toThrow('DATABASE_PRIMARIES: needs DEFAULT_TENANT')
})

test('a secret may be in a file named by the variable with _FILE, but not in both', () => {
  const folder = mkdtempSync(join(tmpdir(), 'trellis-config-'))
  const file = join(folder, 'secret')
  const key = 'a secret key that is long enough'
  writeFileSync(file, `${key}\n`)
  expect(readConfig({ SECRET_KEY_FILE: file }).secretKey).toBe(key)
  expect(() => readConfig({ SECRET_KEY_FILE: file, SECRET_KEY: key })).toThrow(
    'SECRET_KEY_FILE: SECRET_KEY is given as well',
  )
  expect(() => readConfig({ METRICS_TOKEN_FILE: join(folder, 'none') })).toThrow(
    `METRICS_TOKEN_FILE: ${join(folder, 'none')} cannot be read`,
  )
  writeFileSync(file, 'postgres://portal:secret@database/trellis')
  expect(readConfig({ DATABASE_URL_FILE: file, DATABASE_DIRECT_URL_FILE: file })).toMatchObject({
    databaseUrl: 'postgres://portal:secret@database/trellis',
    databaseDirectUrl: 'postgres://portal:secret@database/trellis',
  })
  // The error does not show the content of the file.
  expect(() => readConfig({ SMTP_URL_FILE: file })).toThrow(/SMTP_URL: must be smtp/)
  rmSync(folder, { recursive: true })
})

test('proxies are named by address or network', () => {
  for (const good of ['127.0.0.1', '10.0.0.0/8, fd00::/8', 'loopback', 'uniquelocal,192.168.1.1'])
    expect(readConfig({ TRUST_PROXY: good }).trustProxy).toBe(good)
  for (const bad of ['nonsense', '10.0.0.0/33', 'fd00::/129', '10.0.0.1,', 'proxy.example', '1'])
    expect(() => readConfig({ TRUST_PROXY: bad }), bad).toThrow('TRUST_PROXY: must be addresses or networks')
})

test('numbers out of range are refused in plain words', () => {
  expect(() => readConfig({ PORT: '70000' })).toThrow('PORT: must be a whole number from 0 to 65535')
  expect(() => readConfig({ RATE_LIMIT: 'many' })).toThrow('RATE_LIMIT: must be a whole number from 0 to')
})

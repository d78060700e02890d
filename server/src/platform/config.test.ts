import { expect, test } from 'vitest'
import { ConfigurationError, readConfig } from './config.ts'

test('without any variable the portal runs on its own: embedded database, loopback, demo', () => {
  const config = readConfig({})
  expect(config).toMatchObject({ environment: 'development', port: 3000, host: '127.0.0.1', demo: true })
  expect(config.databaseUrl).toBeUndefined()
  expect(config.databaseDirectUrl).toBeUndefined()
  expect(config.publicUrl).toBe('http://localhost:3000')
})

test('every unusable value is named, in one message', () => {
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

test('production brings its own secret and address, and makes no demo', () => {
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

test('an empty variable is as if it were not there', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 3000, databaseUrl: undefined })
})

test('what must be direct uses DATABASE_DIRECT_URL, or DATABASE_URL where there is none', () => {
  const DATABASE_URL = 'postgres://portal@pooler/trellis'
  const DATABASE_DIRECT_URL = 'postgres://owner@database/trellis'
  expect(readConfig({ DATABASE_URL }).databaseDirectUrl).toBe(DATABASE_URL)
  expect(readConfig({ DATABASE_URL, DATABASE_DIRECT_URL })).toMatchObject({
    databaseUrl: DATABASE_URL,
    databaseDirectUrl: DATABASE_DIRECT_URL,
  })
  expect(() => readConfig({ DATABASE_DIRECT_URL })).toThrow('DATABASE_DIRECT_URL: needs DATABASE_URL')
})

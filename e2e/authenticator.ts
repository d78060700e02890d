import { spawnSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { expect } from '@playwright/test'

const stepSeconds = 30

/** Decodes base32 as authenticator apps do: spaces and case are ignored. */
function bytesOf(key: string): Buffer {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const bits = [...key.toUpperCase().replace(/[^A-Z2-7]/g, '')]
    .map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** An independent implementation of RFC 6238, so that the server's code is not checked with itself. */
function computed(key: string, seconds: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(seconds / stepSeconds)))
  const hash = createHmac('sha1', bytesOf(key)).update(counter).digest()
  const offset = (hash.at(-1) ?? 0) & 15
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

/**
 * The code that an authenticator app shows for a key, now or some steps of 30 seconds ahead. If `oathtool` is
 * installed, it must return the same code.
 */
export function codeOf(key: string, ahead = 0): string {
  const seconds = Math.floor(Date.now() / 1000) + ahead * stepSeconds
  const code = computed(key, seconds)
  const oathtool = spawnSync('oathtool', ['--totp', '--base32', `--now=@${seconds}`, key], { encoding: 'utf8' })
  if (oathtool.error === undefined) expect(oathtool.stdout.trim(), oathtool.stderr).toBe(code)
  return code
}

import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { fileStorage } from './file-storage.ts'

const folder = mkdtempSync(join(tmpdir(), 'trellis-storage-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a file is written as a whole, readable for its user only, and nothing else stays in its folder', async () => {
  const path = join(folder, 'a/b/license.json')
  const storage = fileStorage(path)
  expect(await storage.read()).toBeNull()
  await storage.write('one')
  await Promise.all(Array.from({ length: 20 }, (_, n) => storage.write(String(n).repeat(10_000))))
  expect(readFileSync(path, 'utf8')).toMatch(/^(\d+)\1{9999}$/)
  expect(await storage.create('later')).toBe(await storage.read())
  expect(readdirSync(join(folder, 'a/b'))).toEqual(['license.json'])
  if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600)
})

test('of programs that create the file at once, all get the text of one', async () => {
  const storages = Array.from({ length: 20 }, () => fileStorage(join(folder, 'raced.json')))
  const texts = await Promise.all(storages.map((storage, n) => storage.create(`text ${n}`)))
  expect(new Set(texts).size).toBe(1)
  expect(await storages[0]?.read()).toBe(texts[0])
})

test('a folder that cannot be written is an error', async () => {
  const blocked = fileStorage(join(folder, 'raced.json/license.json'))
  await expect((async () => blocked.write('x'))()).rejects.toThrow()
  await expect((async () => blocked.create('x'))()).rejects.toThrow()
})

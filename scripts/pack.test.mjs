// @module-tag long
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { filesOfImage, isLeftOut, pack } from './lib/pack.mjs'
import { root } from './lib/run.mjs'

const folder = mkdtempSync(join(tmpdir(), 'trellis-pack-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const read = (name, file) => readFileSync(join(folder, name, file), 'utf8')

const isFull = process.env.FULL === '1'

test(`the files of a release ${isFull ? 'are the same twice, ' : ''}agree with their checksums, and name every licence`, () => {
  expect(existsSync(join(root, 'server/dist/main.js')), '`npm run build` comes first').toBe(true)
  const files = pack(join(folder, 'one'))
  if (isFull) {
    expect(pack(join(folder, 'two'))).toEqual(files)
    expect(read('two', 'SHA256SUMS')).toBe(read('one', 'SHA256SUMS'))
  }
  execFileSync('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: join(folder, 'one') })
  const [tarball] = files.filter((file) => /^trellis-\d.*\.tar\.gz$/.test(file))
  for (const kit of ['device', 'client'])
    expect(files).toContainEqual(expect.stringMatching(new RegExp(`^trellis-${kit}-\\d.*\\.tgz$`)))
  execFileSync('tar', ['-xzf', join(folder, 'one', tarball), '-C', folder])
  const inside = join(folder, tarball.replace('.tar.gz', ''))
  for (const path of [
    ...filesOfImage(),
    'deploy/compose.yaml',
    'docs/production.md',
    'package-lock.json',
    'e2e/package.json',
  ])
    expect(existsSync(join(inside, path)), path).toBe(true)
  for (const path of ['node_modules', 'server/src', 'e2e/journey.ts', 'deploy/trellis.env'])
    expect(existsSync(join(inside, path)), path).toBe(false)
  const notices = readFileSync(join(inside, 'THIRD-PARTY-NOTICES.txt'), 'utf8')
  expect(notices).toMatch(/^fastify \d\S* \(MIT\)$/m)
  expect(notices).not.toMatch(/^\S+ \d\S* \([AL]?GPL/m)
  expect(JSON.parse(readFileSync(join(inside, 'sbom.cdx.json'), 'utf8')).components.length).toBeGreaterThan(100)
})

test('settings and secrets of an installation in the clone are in no release', () => {
  for (const name of ['.env', 'trellis.env', 'secrets']) expect(isLeftOut(join(root, 'deploy', name)), name).toBe(true)
  for (const name of ['env.example', 'compose.yaml', 'postgres/create-owner.sh'])
    expect(isLeftOut(join(root, 'deploy', name)), name).toBe(false)
})

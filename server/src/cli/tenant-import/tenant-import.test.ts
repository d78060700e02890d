import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../testing/database.ts'
import { licensing } from '../../testing/licensing.ts'
import { network } from '../../testing/network.ts'
import { raw, selling } from '../../testing/selling.ts'
import { uploading } from '../../testing/uploading.ts'
import { runPortal } from '../run.ts'

const world = await network()
const { acme, nordico } = world
const home = mkdtempSync(join(tmpdir(), 'trellis-move-'))
const target = await testDatabase()
const targetDir = join(home, 'data')
afterAll(async () => {
  await target.drop()
  rmSync(home, { recursive: true, force: true })
})

async function run(env: NodeJS.ProcessEnv, args: string[]) {
  const said = { stdout: '', stderr: '' }
  const to = (name: keyof typeof said) => ({ write: (text: string) => (said[name] += text) })
  const isDone = await runPortal(args, { NODE_ENV: 'test', ...env }, { stdout: to('stdout'), stderr: to('stderr') })
  return { isDone, ...said }
}
const there = (...args: string[]) =>
  run({ DATABASE_URL: world.adminUrl, DATA_DIR: world.dataDir, MOVE_PASSPHRASE: 'correct horse battery' }, args)
const here = (...args: string[]) =>
  run({ DATABASE_URL: target.url, DATA_DIR: targetDir, MOVE_PASSPHRASE: 'correct horse battery' }, args)

await uploading(world).upload(acme, Buffer.from('Terms of delivery, 2026'), { fileName: 'terms.PDF' })
await licensing(world).key(acme, 'EDGE-1Y', 2)
await selling(world).request(nordico, { 'EDGE-1Y': 3 })

test('thin', async () => {
  const out = join(home, 'out')
  expect(await there('tenant', 'suspend', 'verdant')).toMatchObject({ isDone: true })
  const a = await there('tenant', 'export', 'verdant', out, '--with-secrets')
  expect(a).toMatchObject({ isDone: true, stderr: '' })
  const b = await here('tenant', 'import', out)
  console.log(b.stdout, b.stderr)
  expect(b).toMatchObject({ isDone: true, stderr: '' })
  const c = await here('tenant', 'export', 'verdant', join(home, 'again'), '--with-secrets')
  expect(c).toMatchObject({ isDone: true, stderr: '' })
  const m = (d: string) => JSON.parse(readFileSync(join(d, 'manifest.json'), 'utf8'))
  const strip = (t: any) => Object.fromEntries(Object.entries(t).map(([k, v]: any) => [k, [v.rows, v.content]]))
  expect(strip(m(join(home, 'again')).tables)).toEqual(strip(m(out).tables))
})

import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { isFull } from '../../testing/full.ts'
import { network } from '../../testing/network.ts'
import { operatorOf } from '../../testing/operator.ts'
import { raw } from '../../testing/selling.ts'

const world = await network()
const portal = operatorOf(world)
const folder = await mkdtemp(join(tmpdir(), 'trellis-backups-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const older = ['trellis-2026-01-01T02-00-00Z.backup', 'trellis-2026-01-02T02-00-00Z.backup']

test('a nightly backup gets a name by its time, and only the newest stay, and nothing else is removed', async () => {
  for (const name of [...older, 'by-hand.backup', 'trellis-2026-01-01T02-00-00Z.backup.part'])
    await writeFile(join(folder, name), '')
  const { isDone, stdout } = await portal('backup', folder, '--keep', '2', '--json')
  const { file, removed } = JSON.parse(stdout) as { file: string; removed: string[] }
  expect({ isDone, removed }).toEqual({ isDone: true, removed: [older[0]] })
  expect(file).toMatch(/trellis-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.backup$/)
  expect((await readdir(folder)).sort()).toEqual(
    ['by-hand.backup', 'trellis-2026-01-01T02-00-00Z.backup.part', older[1], file.slice(folder.length + 1)].sort(),
  )
  expect((await portal('backup', folder, '--keep', '0')).stderr).toContain('from 1 to 9999')
  expect((await portal('backup', join(folder, 'none'), '--keep', '2')).stderr).toContain('there is no such folder')
})

test('the nightly script proves each backup that it has made, and fails with any part of its work', async () => {
  const [nights, stub, said] = [join(folder, 'nights'), join(folder, 'stub.sh'), join(folder, 'said')]
  await mkdir(nights)
  await writeFile(join(nights, 'trellis-2026-01-01T02-00-00Z.backup'), '')
  await writeFile(
    stub,
    `echo "$*" >> ${said}
    if [ "$3" = --keep ]; then touch "$2/trellis-2026-01-02T02-00-00Z.backup" "$2/trellis-north-2026-01-02T02-00-01Z.backup"; fi
    case "$*" in *"$FAILING"*) exit 1 ;; esac`,
  )
  const script = fileURLToPath(new URL('../../../../deploy/nightly.sh', import.meta.url))
  const run = (failing: string) =>
    promisify(execFile)('sh', [script, nights], { env: { ...process.env, PORTAL: `sh ${stub}`, FAILING: failing } })
  await run('nothing')
  expect((await readFile(said, 'utf8')).trim().split('\n')).toEqual([
    `backup ${nights} --keep 14`,
    `backup prove ${nights}/trellis-2026-01-02T02-00-00Z.backup`,
    `backup prove ${nights}/trellis-north-2026-01-02T02-00-01Z.backup`,
    'check',
  ])
  for (const failing of ['--keep', 'prove', 'check']) {
    for (const name of ['trellis-2026-01-02T02-00-00Z', 'trellis-north-2026-01-02T02-00-01Z'])
      await rm(join(nights, `${name}.backup`))
    await expect(run(failing)).rejects.toThrow()
  }
})

test.skipIf(!isFull)(
  'a backup is proved in a database of its own: what holds is told, and what does not, with its tenant',
  async () => {
    const file = join(folder, 'whole.backup')
    expect((await portal('backup', file)).isDone).toBe(true)
    const good = await portal('backup', 'prove', file)
    expect(good).toMatchObject({ isDone: true, stdout: expect.stringContaining('and all of it holds') })

    await raw(world, `update users set status = 'user_suspended'`)
    const broken = join(folder, 'broken.backup')
    expect((await portal('backup', broken)).isDone).toBe(true)
    const bad = await portal('backup', 'prove', broken)
    expect(bad.isDone).toBe(false)
    expect(bad.stdout).toMatch(
      /verdant: \d+ invariants, 1 of them broken\n {2}It does not hold that somebody is super admin/,
    )

    await writeFile(join(folder, 'cut.backup'), 'not a backup')
    expect((await portal('backup', 'prove', join(folder, 'cut.backup'))).isDone).toBe(false)
  },
)

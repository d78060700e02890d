// npm run drill: injects faults into the built product and checks that its promises hold. Exit code 1 when
// one is broken, or when a negative control finds nothing.
// npm run drill -- --extent=full server-kills mail-down
import { balanced } from './faults/balanced.ts'
import { clocks } from './faults/clocks.ts'
import { diskFull } from './faults/disk-full.ts'
import { failover } from './faults/failover.ts'
import type { Extent, Fault } from './faults/fault.ts'
import { postgresKills, serverKills, terminations } from './faults/kills.ts'
import { mailDown } from './faults/mail-down.ts'
import { moment } from './faults/moment.ts'
import { moves } from './faults/moves.ts'
import { slowRow } from './faults/slow-row.ts'

const faults: Fault[] = [
  serverKills,
  balanced,
  postgresKills,
  terminations,
  slowRow,
  diskFull,
  mailDown,
  clocks,
  failover,
  moment,
  moves,
]
const extents: Extent[] = ['quick', 'usual', 'full']

const say = (line: string) => void process.stdout.write(`${line}\n`)

async function main(given: string[]): Promise<boolean> {
  const extent = extents.find((one) => given.includes(`--extent=${one}`)) ?? 'usual'
  const named = given.filter((word) => !word.startsWith('--'))
  const unknown = named.filter((name) => !faults.some((fault) => fault.name === name))
  if (unknown.length > 0) {
    say(`There is no fault ${unknown.join(', ')}. There are ${faults.map(({ name }) => name).join(', ')}.`)
    return false
  }
  let good = true
  for (const fault of faults.filter(({ name }) => named.length === 0 || named.includes(name))) {
    say(`\n${fault.name}: ${fault.what}`)
    const missing = fault.missing?.()
    if (missing !== undefined) {
      say(`  – not run. ${missing}`)
      // Who asked for it is told that it was not run.
      good &&= named.length === 0
      continue
    }
    const outcome = await fault.run(extent)
    for (const figure of outcome.figures) say(`    ${figure}`)
    for (const broken of outcome.faults) say(`  ✗ ${broken}`)
    if (outcome.faults.length === 0) say('  ✓ every promise held')
    const { what, found } = await fault.control()
    say(
      `  ${found.length > 0 ? '✓' : '✗'} control, ${what}: ${found.join('; ') || 'found nothing, so the check proves nothing'}`,
    )
    good &&= outcome.faults.length === 0 && found.length > 0
  }
  say(good ? '\nEvery promise held, and every control found its fault.' : '\nNot all is well; see ✗ above.')
  return good
}

process.exitCode = (await main(process.argv.slice(2))) ? 0 : 1

// npm run test:busy: runs the check beside a load of three times the cores, once or as often as `-- --runs N` says; with `--all`,
// long tests too. A test that is red only then relies on time, and that is a fault of the test or of the product. Ends at the
// first red run.
import './lib/check-node.mjs'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { runNode, say, seconds } from './lib/run.mjs'

const { runs, all } = parseArgs({
  options: { runs: { type: 'string', default: '1' }, all: { type: 'boolean', default: false } },
}).values
const loads = 3 * availableParallelism()

// Threads of this process end with it, however it ends.
for (let n = 0; n < loads; n++) new Worker('for (;;) Math.random()', { eval: true })
say(`${loads} threads keep the processors busy.`)

for (let run = 1; run <= Number(runs); run++) {
  const started = Date.now()
  const { code } = await runNode('scripts/test.mjs', all ? ['--all'] : [])
  say(`Busy run ${run} of ${runs}: ${code === 0 ? 'green' : 'red'} (${seconds(started)})`)
  if (code !== 0) process.exit(code)
}
process.exit(0)

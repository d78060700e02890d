// npm run check:types [workspaces]: type-checks the sources and tests of every workspace, or of some, against the contract's sources.
import './lib/check-node.mjs'
import { bin, runNode, say, seconds } from './lib/run.mjs'

let failed = false
const workspaces = ['contract', 'server', 'device', 'client', 'web', 'e2e', 'bench', 'docs/examples']
for (const name of process.argv.length > 2 ? process.argv.slice(2) : workspaces) {
  const started = Date.now()
  const { code, output } = await runNode(
    bin('typescript', 'tsc'),
    // Four checkers, the default, each work out the types of all texts and components anew: twice the processor time.
    ['-p', `${name}/tsconfig.json`, '--checkers', '1', '--pretty', String(Boolean(process.stderr.isTTY))],
    { quiet: true },
  )
  say(`${code === 0 ? '✓' : '✗'} ${name} (${seconds(started)})`)
  if (code !== 0) say(output.trimEnd())
  failed ||= code !== 0
}
process.exitCode = failed ? 1 : 0

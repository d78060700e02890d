// npm run check:imports: checks which file may import which. The rules are those of docs/architecture.md;
// each is one function below.
import './lib/check-node.mjs'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { importsOf } from './lib/imports.mjs'
import { root, say } from './lib/run.mjs'

const workspaces = ['contract', 'server', 'web', 'device', 'client', 'e2e', 'bench']
/** Packages for other programs. */
const published = ['device', 'client']
/** The parts of the server that tests and benchmarks may import. */
const serverForTests = ['server/src/testing/', 'server/src/cli/', 'server/src/demo/']

/** The parts of the web that the server's tests may import: functions without a screen. */
const webForTests = ['web/src/features/imports/', 'web/src/app/exportsForImport.ts', 'web/src/testing/']

const within = (path, ...folders) => folders.some((folder) => path.startsWith(folder))
const columnOf = (path, parent) =>
  path.startsWith(`${parent}/`) ? path.slice(parent.length + 1).split('/')[0] : undefined
const isTest = (path) => /\.test\.tsx?$/.test(path)

/** Each rule returns what is wrong with `from` importing `to`, or undefined. */
const rules = [
  function floors(from, to) {
    const [here] = from.split('/')
    const [there] = to.split('/')
    if (published.includes(here) && there !== here && !isTest(from))
      return `${here} is published alone: it imports nothing of ours`
    if (here === there || there === 'contract') {
      return here === 'contract' && there !== 'contract' ? 'contract imports nothing of ours' : undefined
    }
    if (here === 'contract') return 'contract imports nothing of ours'
    // The server's tests use the packages for other programs, and read and name files as the browser does.
    if (here === 'server' && isTest(from) && (published.includes(there) || within(to, ...webForTests))) return undefined
    const tests = ['e2e', 'bench'].includes(here)
    if (tests && (published.includes(there) || within(to, ...serverForTests, 'e2e/browser.ts'))) return undefined
    return tests
      ? `${here} imports contract, device, client and the server's testing, cli and demo only`
      : `${here} imports contract, and no other floor`
  },

  function ground(from, to) {
    if (within(from, 'server/src/platform/') && within(to, 'server/')) {
      const allowed = ['server/src/platform/', ...(isTest(from) ? ['server/src/testing/'] : [])]
      if (!within(to, ...allowed)) return 'platform knows no business: it imports only platform'
    }
    if (within(from, 'web/src/ui/') && within(to, 'web/src/features/', 'web/src/routes/', 'web/src/app/')) {
      return 'ui knows no business and calls nothing: it imports no feature, route or app'
    }
  },

  function modules(from, to) {
    const there = columnOf(to, 'server/src/modules')
    if (!there || within(from, 'bench/', 'e2e/')) return undefined
    const here = columnOf(from, 'server/src/modules')
    if (here === there) return undefined
    if (to !== `server/src/modules/${there}/index.ts`) return `a module's only door is its index.ts`
    if (!here || isTest(from)) return undefined
    if (!order.includes(here)) return `${here} is not among the modules of server/src/app.ts`
    if (order.indexOf(there) < 0 || order.indexOf(there) > order.indexOf(here)) {
      return `${there} is not above ${here} in server/src/app.ts; news travels the other way as jobs`
    }
  },

  function roof(from, to) {
    if (!within(from, 'server/src/modules/') || isTest(from) || !within(to, 'server/src/')) return undefined
    if (!within(to, 'server/src/modules/', 'server/src/platform/')) return 'a module imports modules and platform only'
  },

  function features(from, to) {
    const there = columnOf(to, 'web/src/features')
    if (!there || columnOf(from, 'web/src/features') === there) return undefined
    // For tests of the server, `floors` has the rule.
    if (!within(from, 'web/src/routes/', 'server/')) return 'only routes import features'
  },

  function routes(from, to) {
    if (within(from, 'web/src/features/') && within(to, 'web/src/routes/')) return 'a feature does not import routes'
  },
]

const order = moduleOrder()
const files = workspaces.flatMap((name) => sources(name))
const problems = [...files.flatMap(checkFile), ...checkGlossary()]

for (const problem of problems) say(problem)
say(`${problems.length === 0 ? '✓' : '✗'} imports of ${files.length} files, ${problems.length} against the rules`)
process.exitCode = problems.length === 0 ? 0 : 1

function checkFile(from) {
  return importsOf(from).flatMap(({ to, line }) =>
    rules.flatMap((rule) => {
      const complaint = rule(from, to)
      return complaint ? [`${from}:${line} imports ${to}: ${complaint}`] : []
    }),
  )
}

/** The modules in the order in which app.ts imports them, foundation first. */
function moduleOrder() {
  const path = join(root, 'server/src/app.ts')
  if (!existsSync(path)) return []
  return [...readFileSync(path, 'utf8').matchAll(/from '\.\/modules\/([\w-]+)\/index\.ts'/g)].map(([, name]) => name)
}

/** Every module and feature folder must be explained in docs/glossary.md, in bold. */
function checkGlossary() {
  const glossary = existsSync(join(root, 'docs/glossary.md'))
    ? readFileSync(join(root, 'docs/glossary.md'), 'utf8')
    : ''
  const terms = new Set([...glossary.matchAll(/\*\*([^*\n]+)\*\*/g)].map(([, term]) => term.toLowerCase()))
  return ['server/src/modules', 'web/src/features'].flatMap((parent) =>
    folders(parent)
      .filter((name) => !terms.has(name))
      .map((name) => `${parent}/${name}: docs/glossary.md does not explain **${name}**`),
  )
}

function folders(parent) {
  if (!existsSync(join(root, parent))) return []
  const entries = readdirSync(join(root, parent), { withFileTypes: true })
  return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
}

function sources(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return ['dist', 'node_modules'].includes(entry.name) ? [] : sources(path)
    return /\.tsx?$/.test(entry.name) ? [path] : []
  })
}

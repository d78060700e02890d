import { setTimeout as sleep } from 'node:timers/promises'
import { type Balancer, startBalancer } from '../balancer.ts'
import { startBusiness } from '../business.ts'
import { faultsOf, judge } from '../judge.ts'
import { type Cluster, type DatabaseServer, missingForFailover, startCluster } from '../patroni.ts'
import { openStage, type Stage } from '../stage.ts'
import { type Receiver, startReceiver, startWatch, type Watch } from '../watch.ts'
import { startWriters, type Writing } from '../writers.ts'
import { type Fault, type Outcome, times } from './fault.ts'

/**
 * How long writes may be refused after a loss, and how long streams and webhooks may take to be back. Milliseconds. A silent member of etcd
 * has to be found out as well, by Patroni and by the others.
 */
const limits = { killed: 15_000, silent: 30_000, back: 60_000 }

interface Scene {
  cluster: Cluster
  stage: Stage
  balancer: Balancer
  receiver: Receiver
}

/** Two portals behind HAProxy, on two PostgreSQL servers under Patroni. */
async function onScene<T>(work: (scene: Scene) => Promise<T>): Promise<T> {
  const cluster = await startCluster()
  const receiver = await startReceiver()
  const { url, adminUrl } = cluster
  const env = { DATABASE_REPLICA_URL: url, WEBHOOK_HOSTS: receiver.host }
  const stage = await openStage({ database: { url, adminUrl, stop: cluster.stop }, env }).catch(
    async (error: unknown) => {
      await cluster.stop()
      receiver.close()
      throw error
    },
  )
  try {
    const balancer = await startBalancer(stage.servers)
    try {
      return await work({ cluster, stage, balancer, receiver })
    } finally {
      await balancer.stop()
    }
  } finally {
    await stage.close()
    receiver.close()
  }
}

/** The answers to writes, in their order. */
interface Answer {
  at: number
  status: number
}

/** What happens to the machine of the primary. */
const losses = {
  killed: {
    lose: (server: DatabaseServer) => server.kill(),
    come: (server: DatabaseServer) => server.start(),
  },
  /** Without power or network nothing arrives from it, not even the end of connections. It comes back as if nothing had been. */
  silent: {
    lose: (server: DatabaseServer) => server.silence(true),
    come: (server: DatabaseServer) => server.silence(false),
  },
}
type Loss = keyof typeof losses

interface Round {
  loss: Loss
  name: string
  /** Milliseconds since the loss: until Patroni had another primary, and until all of the portal was back. */
  promoted: number
  refused: number
  written: number
  stream: number
  webhook: number
  isProtected: number
  lists: { all: number; good: number }
  screens: { all: number; good: number }
}

/** Loses the primary, waits until all is as before, and measures. */
async function loseOnce(
  loss: Loss,
  { cluster }: Scene,
  writing: Writing,
  watch: Watch,
  answers: Answer[],
): Promise<Round> {
  const primary = await cluster.primary()
  const killed = performance.now()
  losses[loss].lose(primary)
  await cluster.primary()
  const promoted = performance.now()
  await writing.atLeast(20)
  const after = answers.filter(({ at }) => at > killed)
  const acknowledged = after.filter(({ status }) => status < 300).map(({ at }) => at)
  // What was on its way at the kill is acknowledged right after it; then there is a gap.
  const gaps = acknowledged.map((at, place) => ({ at, gap: at - (acknowledged[place - 1] ?? killed) }))
  const written = gaps.reduce((widest, each) => (each.gap > widest.gap ? each : widest)).at
  const refused = Math.max(killed, ...after.filter(({ status }) => status === 503).map(({ at }) => at))
  const back = async (what: 'stream' | 'webhook') => {
    const deadline = performance.now() + limits.back
    while (watch.backAfter(what, killed, written) === undefined && performance.now() < deadline) await sleep(50)
    return watch.backAfter(what, killed, written) ?? Number.POSITIVE_INFINITY
  }
  const [stream, webhook] = [await back('stream'), await back('webhook')]
  losses[loss].come(primary)
  const isProtected = await cluster.isProtected().then(
    () => performance.now() - killed,
    () => Number.POSITIVE_INFINITY,
  )
  return {
    ...{
      loss,
      name: primary.name,
      promoted: promoted - killed,
      refused: refused - killed,
      written: written - killed,
      stream,
      webhook,
    },
    isProtected,
    lists: watch.between('list', killed, written),
    screens: watch.between('screen', killed, written),
  }
}

const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(1)

const lineOf = (round: Round, place: number) =>
  [
    `${String(place + 1).padStart(2)}. ${round.name} ${round.loss}: promoted after ${seconds(round.promoted)} s, 503 for ${seconds(round.refused)} s, written again after ${seconds(round.written)} s`,
    `live stream ${seconds(round.stream)}, webhook ${seconds(round.webhook)}, two servers again ${seconds(round.isProtected)}`,
    `meanwhile ${round.lists.good} of ${round.lists.all} lists and ${round.screens.good} of ${round.screens.all} screens`,
  ].join('; ')

const faultsOfRound = (
  { loss, refused, stream, webhook, isProtected, lists, screens }: Round,
  place: number,
): string[] =>
  [
    refused > limits[loss] && `503 for ${seconds(refused)} s`,
    !Number.isFinite(stream) && 'the live stream did not come back',
    !Number.isFinite(webhook) && 'no webhook was sent any more',
    !Number.isFinite(isProtected) && 'there were not two servers again within three minutes',
    screens.good < screens.all && `${screens.all - screens.good} screens did not load`,
    // Reads hang at a silent server until another one is the primary.
    loss === 'killed' && lists.good === 0 && 'no list was read meanwhile',
  ]
    .filter((fault) => typeof fault === 'string')
    .map((fault) => `round ${place + 1}: ${fault}`)

async function losePrimaries(scene: Scene, rounds: readonly Loss[]): Promise<Outcome> {
  const { stage, balancer, receiver } = scene
  const answers: Answer[] = []
  const told = (status: number) => void answers.push({ at: performance.now(), status })
  const watch = await startWatch(stage, balancer.url, receiver)
  const writing = await startWriters(stage, { through: balancer.url, told })
  const business = await startBusiness(stage, balancer.url, told)
  await writing.atLeast(50)
  const measured: Round[] = []
  for (const loss of rounds) {
    await sleep(50 + Math.random() * 1_000)
    const round = await loseOnce(loss, scene, writing, watch, answers)
    measured.push(round)
    // Another loss would be one of the only server.
    if (!Number.isFinite(round.isProtected)) break
    await writing.atLeast(20)
  }
  const journal = await writing.stop()
  await business.stop()
  const { acknowledged, faults } = await business.compare()
  await watch.end()
  const verdict = await judge(stage, journal, ['--contents'])
  const all = verdict.acknowledged + Object.values(acknowledged).reduce((sum, each) => sum + each, 0)
  const kinds = Object.entries(acknowledged).map(([kind, count]) => `${kind} ${count}`)
  return {
    figures: [
      ...measured.map(lineOf),
      `${all} acknowledged writes: orders ${journal.created.size}, approvals ${journal.approved.size}, ${kinds.join(', ')}`,
      `${journal.refused503 + business.journal.refused503} answers 503, ${journal.cut + business.journal.cut} calls cut off, ${watch.bare} pages of the balancer`,
    ],
    faults: [
      ...measured.flatMap(faultsOfRound),
      ...(watch.bare > 0 ? [`${watch.bare} times the balancer answered instead of a portal`] : []),
      ...faultsOf(verdict, journal, stage.deaths()),
      ...faultsOf({ ...verdict, broken: [], lost: 0, doubled: 0, wronglyMoved: 0, phantoms: 0 }, business.journal, 0),
      ...faults,
    ],
  }
}

export const failover: Fault = {
  name: 'failover',
  what: 'loss of the primary’s machine (Patroni, PostgreSQL and etcd), killed and then silent, under two portals behind HAProxy',
  missing: missingForFailover,
  run: (extent) => {
    const [kills, silences] = [times(extent, [1, 10, 20]), times(extent, [1, 2, 4])]
    const rounds = [...Array<Loss>(kills).fill('killed'), ...Array<Loss>(silences).fill('silent')]
    return onScene((scene) => losePrimaries(scene, rounds))
  },
  control: () =>
    onScene(async ({ cluster, stage, balancer }) => {
      const primary = await cluster.primary()
      const standby = cluster.servers.find((each) => each !== primary)
      await primary.configure({ synchronous_mode: false, maximum_lag_on_failover: 1_073_741_824 })
      while (await standby?.is('synchronous')) await sleep(100)
      const writing = await startWriters(stage, { through: balancer.url })
      await writing.atLeast(5)
      standby?.hold(true)
      // More than what is already on its way to it.
      await stage.sql(
        `create table ballast as select repeat(md5(n::text), 50) as noise from generate_series(1, 40000) n`,
      )
      await writing.atLeast(20)
      primary.kill()
      standby?.hold(false)
      await cluster.primary()
      await stage.sql('drop table if exists ballast')
      const journal = await writing.stop()
      const { lost } = await judge(stage, journal)
      return {
        what: 'a standby that is behind takes the place, because replication is not synchronous',
        found: lost > 0 ? [`${lost} lost orders`] : [],
      }
    }),
}

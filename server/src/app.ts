import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import {
  clockMoved,
  findTenantByCode,
  listWithWork,
  type Maintenances,
  openMaintenances,
  tenantsChannel,
  tenantsRoutes,
} from './modules/tenants/index.ts'
import { auditFigures, auditJobs, auditRoutes, openAnchorFile, recordVersions } from './modules/audit/index.ts'
import { mailFigures, mailJobs, mountDevMail, openMailer } from './modules/mail/index.ts'
import { accountsRoutes, networkRoutes, reachedAccount } from './modules/accounts/index.ts'
import {
  apiKeysRoutes,
  identityJobs,
  type IdentityMeans,
  identityRoutes,
  invitationsRoutes,
  ownAccountsRoutes,
  listViewsRoutes,
  openAuthenticator,
  openCodeThrottle,
  openOtherSignIns,
  openPasskeyHosts,
  openPasskeys,
  openProofs,
  openSecondFactors,
  openSessions,
  openSignInGuard,
  openTokens,
  emailRoutes,
  passkeyRoutes,
  passwordsRoutes,
  peopleOfAccounts,
  secondFactorRoutes,
  sessionsRoutes,
  usersRoutes,
} from './modules/people/index.ts'
import { newsJobs, newsRoutes } from './modules/news/index.ts'
import { catalogueRoutes, productTypesRoutes } from './modules/catalogue/index.ts'
import {
  priceListsOfAccounts,
  priceListsRoutes,
  pricePlansJobs,
  pricePlansRoutes,
  pricingRoutes,
} from './modules/price-lists/index.ts'
import { stockOfAccounts, stockRoutes } from './modules/stock/index.ts'
import { filesJobs, filesRoutes, openFileLinks } from './modules/files/index.ts'
import { type ResolveTxt, sandboxRoutes, settingsRoutes, signInSettingsRoutes } from './modules/settings/index.ts'
import {
  directoriesRoutes,
  directorySignInRoutes,
  hasOnlyDomains,
  isOnlyByDirectory,
  mountScim,
  openIssuers,
  proofRoutes,
} from './modules/directories/index.ts'
import { approvalRulesRoutes, delegationsRoutes } from './modules/approvals/index.ts'
import {
  attachmentsRoutes,
  creditRoutes,
  orderSignaturesRoutes,
  ordersJobs,
  ordersOfAccounts,
  ordersRoutes,
  pastOrdersRoutes,
  pastPricesRoutes,
} from './modules/orders/index.ts'
import { certificationsJobs, certificationsRoutes } from './modules/certifications/index.ts'
import { installationRoutes } from './modules/installation/index.ts'
import { dealSignaturesRoutes, dealsJobs, dealsRoutes, orderDeal } from './modules/deals/index.ts'
import { environmentsRoutes } from './modules/environments/index.ts'
import {
  devicesRoutes,
  licensesOfAccounts,
  licensesRoutes,
  renewalsJobs,
  pagesRoutes,
  renewalsRoutes,
} from './modules/licenses/index.ts'
import { dashboardJobs, dashboardRoutes, networkMapRoutes, rescopeSums, sumFigures } from './modules/dashboard/index.ts'
import { foresightRoutes } from './modules/foresight/index.ts'
import { importsJobs, importsRoutes, recipesRoutes } from './modules/imports/index.ts'
import { firstStepsRoutes, todayRoutes } from './modules/today/index.ts'
import { findRoutes } from './modules/find/index.ts'
import { exportsJobs, exportsRoutes, listWriter, openExportTurns, type Pace } from './modules/exports/index.ts'
import { monthReportsJobs, monthReportsRoutes, reportsRoutes, reportWriter } from './modules/reports/index.ts'
import { liveRoutes, openLive } from './modules/live/index.ts'
import { eventsRoutes, openFeed } from './modules/events/index.ts'
import { wakeOnChanges, webhooksJobs, webhooksRoutes } from './modules/webhooks/index.ts'
import { batchRoutes } from './modules/batch/index.ts'
import type { Config } from './platform/config.ts'
import type { Database } from './platform/database/database.ts'
import { type Notifications, openAllNotifications, openNotifications } from './platform/database/notifications.ts'
import type { Installation } from './platform/database/open-primaries.ts'
import { mountDevIdle } from './platform/http/dev-idle.ts'
import { mount } from './platform/http/dispatch.ts'
import { mountMetrics } from './platform/http/metrics.ts'
import { mountHealth } from './platform/http/readiness.ts'
import { openApiOf } from './platform/http/openapi.ts'
import { mountReference } from './platform/http/reference/mount.ts'
import type { Route } from './platform/http/routes.ts'
import { apiBase, openHttp } from './platform/http/server.ts'
import { mountWeb } from './platform/http/web.ts'
import type { Job } from './platform/jobs.ts'
import { registerFigures } from './platform/figures.ts'
import { type Metrics, openMetrics } from './platform/metrics.ts'
import { openOutward, type Outward } from './platform/outward.ts'
import { queueFigures, queueJobs } from './platform/queue.ts'
import type { Secrets } from './platform/secrets.ts'
import { openResolver } from './platform/resolver.ts'
import { openSigner } from './platform/signing/signer.ts'
import { sweepJobs } from './platform/sweep.ts'
import { openStorage } from './platform/storage/storage.ts'
import type { Tenant } from './platform/tenancy.ts'
import { openThrottle } from './platform/throttle.ts'

export interface AppOptions {
  config: Config
  db: Database
  /** URL of the owner without a pooler, for the listening connection. */
  directUrl: string
  /** Where there are several primaries: what `openInstallation` has told of them. */
  installation?: Pick<Installation, 'directory' | 'onOpened'> | undefined
  secrets: Secrets
  logger: Logger
  /** The business clock of tests. */
  clock?: () => string
  /** DNS of tests. */
  resolveTxt?: ResolveTxt
  /** The network of tests. */
  outward?: Outward
  /** Settings for reading exports, for tests. */
  exportPace?: Pace
}

export interface App {
  http: FastifyInstance
  /** Every mounted call, for tests that iterate over all of them. */
  routes: Route[]
  /** The jobs that the worker of the primary `main` runs. */
  jobs: Job[]
  /** The jobs that the worker of a primary runs, for the tenants that live there. @param background of that primary */
  jobsOf(background: Database): Job[]
  metrics: Metrics
  maintenance: Maintenances
  /** Reports "not ready" to proxies and keeps serving for DRAIN_SECONDS. Call it before `close`. */
  drain(): Promise<void>
  close(): Promise<void>
}

/** The server: its modules in order of dependency (a module imports only from those above it), mounted and ready. */
export async function openApp(options: AppOptions): Promise<App> {
  const { config, db, directUrl, installation, secrets, logger, clock, exportPace } = options
  const https = config.publicUrl.startsWith('https:')
  const http = await openHttp({
    logger,
    trustProxy: config.trustProxy,
    requestsPerMinute: config.requestsPerMinute,
    https,
    largestFile: config.fileMaximumBytes,
  })
  const storage = await openStorage(config)
  const links = openFileLinks(secrets, config)
  const throttle = openThrottle(db)
  const tokens = openTokens(secrets, config.sessionDays)
  const signer = openSigner(db, secrets)
  const notifications =
    installation && db.primaries.length > 1
      ? openAllNotifications(
          installation.onOpened,
          db.primaries.length,
          (tenantId) => installation.directory.remembered(tenantId)?.name,
        )
      : openNotifications(directUrl)
  const authenticator = openAuthenticator(db, tokens, notifications, clock)
  const tenantOf = rememberTenants(db, notifications)
  const maintenance = openMaintenances(db, notifications)
  const live = openLive({ db: db.background, notifications, authenticator, tokens, maintenance })
  if (config.environment !== 'production')
    mountDevIdle(http, { directUrl, notifications, isQuiet: () => live.isQuiet() })
  wakeOnChanges(db.background, notifications)
  await notifications.start()
  await maintenance.start()

  const sessions = openSessions(authenticator)
  const mailer = openMailer({ secrets, config })
  const secondFactors = openSecondFactors({ secrets, sessions, mailer })
  const codeThrottle = openCodeThrottle(throttle)
  const exportTurns = openExportTurns()
  const anchors = openAnchorFile(config.auditAnchors, (err) => logger.error({ err }, 'an audit anchor was not written'))

  const feedOf = (through: Database) =>
    openFeed({ db: through, anchors, served: () => routes, ...(clock && { clock }) })
  const outward = options.outward ?? openOutward({ trusted: config.webhookHosts })

  const signingIn: IdentityMeans = {
    ...{ db, tokens, sessions, mailer, https, secondFactors, codeThrottle, isOnlyByDirectory, hasOnlyDomains },
    guard: openSignInGuard(throttle),
    ...(clock && { clock }),
  }
  const passkeys = openPasskeys({ secrets, sessions, mailer, backupCodes: secondFactors.backupCodes })
  const hosts = openPasskeyHosts({ db, config })
  const proofs = openProofs({ throttle, secondFactors, codeThrottle, passkeys, hosts })
  const resolveTxt = options.resolveTxt ?? openResolver()
  const directories = { db, secrets, config, https, resolveTxt, issuers: openIssuers({ outward, clock }) }

  const routes: Route[] = [
    tenantsRoutes({ db, config, maintenance }),
    accountsRoutes,
    networkRoutes({
      people: peopleOfAccounts({ sessions, mailer, hasOnlyDomains }),
      priceLists: priceListsOfAccounts,
      stock: stockOfAccounts,
      orders: ordersOfAccounts,
      licenses: licensesOfAccounts,
      sales: { rescope: rescopeSums },
    }),
    identityRoutes(signingIn),
    passkeyRoutes({
      ...signingIn,
      ...{ passkeys, hosts, proofs },
    }),
    sessionsRoutes(sessions),
    passwordsRoutes({ sessions, mailer, throttle }),
    emailRoutes({ sessions, mailer, throttle, proofs, isOnlyByDirectory }),
    secondFactorRoutes({ db, secrets, mailer, secondFactors, codeThrottle, hasOnlyDomains, ...(clock && { clock }) }),
    usersRoutes({ sessions, mailer, hasOnlyDomains }),
    ownAccountsRoutes({ sessions }),
    invitationsRoutes({ throttle }),
    apiKeysRoutes({ sessions }),
    listViewsRoutes,
    newsRoutes,
    catalogueRoutes,
    productTypesRoutes,
    priceListsRoutes,
    pricingRoutes,
    pricePlansRoutes,
    pastOrdersRoutes,
    pastPricesRoutes,
    creditRoutes,
    stockRoutes,
    filesRoutes({ db, config, links, storage, maintenance, ...(clock && { clock }) }),
    sandboxRoutes({ secrets, config }),
    settingsRoutes({ db, config, storage, sessions, resolveTxt }),
    signInSettingsRoutes({ sessions }),
    directoriesRoutes(directories),
    directorySignInRoutes({
      ...directories,
      ...{ throttle, sessions, signIns: openOtherSignIns(signingIn), proofs, maintenance },
      ...(clock && { clock }),
    }),
    proofRoutes({ ...directories, throttle, proofs, ...(clock && { clock }) }),
    approvalRulesRoutes,
    delegationsRoutes,
    ordersRoutes({ orderDeal }),
    orderSignaturesRoutes,
    attachmentsRoutes(links),
    certificationsRoutes({ throttle, signer, config }),
    installationRoutes({ db, mailer, throttle, config, clock }),
    dealsRoutes({ signer }),
    dealSignaturesRoutes,
    environmentsRoutes,
    licensesRoutes({ signer }),
    renewalsRoutes,
    pagesRoutes({ throttle, secrets, config }),
    devicesRoutes({ db, signer, throttle, maintenance, clock }),
    dashboardRoutes,
    networkMapRoutes,
    foresightRoutes,
    importsRoutes,
    recipesRoutes,
    todayRoutes,
    firstStepsRoutes,
    findRoutes,
    exportsRoutes({ db, storage, served: () => routes, turns: exportTurns, pace: exportPace, ...(clock && { clock }) }),
    reportsRoutes({ db, storage, turns: exportTurns, ...(clock && { clock }) }),
    monthReportsRoutes,
    liveRoutes(live),
    eventsRoutes(feedOf(db)),
    webhooksRoutes({ db, outward, secrets, feed: feedOf(db), ...(clock && { clock }) }),
    batchRoutes({ http, served: () => routes }),
    auditRoutes({ anchors, reachedAccount }),
  ].flat()

  const readiness = mountHealth(http, db, maintenance)
  const metrics = openMetrics()
  const refresh = registerFigures(metrics.registry, db, [queueFigures, auditFigures, mailFigures, sumFigures])
  maintenance.count(metrics.registry)
  mountMetrics(http, db, { ...metrics, refresh }, config.metricsToken)
  mount(http, routes, {
    db,
    tenantOf,
    actorOf: authenticator.actorOf,
    viewed: authenticator.viewed,
    secret: secrets('idempotent answers'),
    versions: recordVersions,
    maintenance,
    checkAnswers: config.environment !== 'production',
    ...(clock && { clock }),
  })
  mountScim(http, {
    ...{ db, tenantOf, actorOf: authenticator.actorOf, sessions, mailer, config, maintenance },
    ...(clock && { clock }),
  })
  let document: string | undefined
  http.get(`${apiBase}/openapi.json`, async (_request, reply) => {
    document ??= JSON.stringify(openApiOf(routes, config.publicUrl))
    return reply.type('application/json').send(document)
  })
  mountReference(http, () => openApiOf(routes, config.publicUrl))
  if (config.environment !== 'production') mountDevMail(http, { db, secrets, config })
  await mountWeb(http, fileURLToPath(new URL('../../web/dist', import.meta.url)))

  const jobsOf = (background: Database): Job[] => {
    const jobs = [
      auditJobs(background, anchors),
      mailJobs({ db: background, secrets, config, logger }),
      identityJobs({ db: background, mailer, isOnlyByDirectory }),
      filesJobs(background, storage),
      ordersJobs(background),
      dealsJobs(background),
      pricePlansJobs(background),
      certificationsJobs(background),
      renewalsJobs(background),
      // After those that tell something.
      newsJobs({ db: background, mailer }),
      dashboardJobs(background),
      importsJobs({ db: background, mailer }),
      exportsJobs({
        db: background,
        storage,
        writers: {
          list: listWriter({ db: background, served: () => routes, pace: exportPace }),
          report: reportWriter(background),
        },
      }),
      monthReportsJobs(background, mailer),
      webhooksJobs({
        db: background,
        outward,
        secrets,
        feed: feedOf(background),
        mailer,
        ...(clock && { clock }),
      }),
      sweepJobs(background, (job) => listWithWork(background.shared, job, { whileSuspended: true })),
    ].flat()
    return [...jobs, clockMoved(background, jobs), ...queueJobs(background, jobs)]
  }

  return {
    http,
    routes,
    jobs: jobsOf((db.primaries[0]?.db ?? db).background),
    jobsOf,
    metrics,
    maintenance,
    drain() {
      live.close()
      return readiness.drain(config.drainSeconds * 1000)
    },
    async close() {
      live.close()
      await http.close()
      await notifications.close()
      storage.close()
    },
  }
}

/**
 * Caches tenants for some seconds, because each request looks one up and they hardly change. That one was suspended or
 * resumed is heard at once.
 */
function rememberTenants(
  db: Database,
  notifications: Pick<Notifications, 'subscribe'>,
): (code: string) => Promise<Tenant | null> {
  const known = new Map<string, { tenant: Tenant; until: number }>()
  let forgotten = 0
  const forget = () => {
    forgotten += 1
    known.clear()
  }
  notifications.subscribe(tenantsChannel, { heard: forget, lost: forget })
  return async (code) => {
    const cached = known.get(code)
    if (cached && cached.until > performance.now()) return cached.tenant
    const before = forgotten
    const tenant = await findTenantByCode(db, code)
    if (tenant === undefined) return null
    if (forgotten === before) known.set(code, { tenant, until: performance.now() + 10_000 })
    return tenant
  }
}

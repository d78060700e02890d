import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import * as z from 'zod'
import { faultInHosts } from './database/hosts.ts'
import { addressIn } from './mail/message.ts'
import { OperatorError } from './operator-error.ts'
import { readBucketUrl } from './storage/bucket-url.ts'
import type { TraceOptions } from './tracing/open-telemetry.ts'

const boolean = z.enum(['0', '1']).transform((value) => value === '1')
const postgresUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\//, { error: 'must begin with postgres:// or postgresql://', abort: true })
  .superRefine((url, context) => {
    const fault = faultInHosts(url)
    if (fault !== null) context.addIssue({ code: 'custom', message: fault })
  })

/** The primary of DATABASE_URL: for what belongs to no tenant, and for new tenants unless another one is named. */
export const mainPrimary = 'main'

/** Each `NAME=URL`, or `NAME.replica=URL`. */
function readPrimaries(text: string, context: z.core.$RefinementCtx): PrimaryAddress[] {
  const found = new Map<string, PrimaryAddress>()
  const refuse = (message: string) => void context.addIssue({ code: 'custom', message })
  for (const part of text.split(/\s+/).filter(Boolean)) {
    const [, name = '', kind, url = ''] = /^([a-z][a-z0-9-]{0,30})(\.replica)?=(.+)$/.exec(part) ?? []
    const present = found.get(name)
    if (name === '') refuse('must be NAME=postgres://… or NAME.replica=postgres://…, separated by spaces')
    else if (name === mainPrimary) refuse(`names ${mainPrimary}, which is DATABASE_URL`)
    else if (!postgresUrl.safeParse(url).success) refuse(`has no address of PostgreSQL for ${name}`)
    else if (kind !== undefined) found.set(name, { url: '', ...present, name, replicaUrl: url })
    else if (present?.url) refuse(`names ${name} twice`)
    else found.set(name, { ...present, name, url })
  }
  for (const { name, url } of found.values()) if (url === '') refuse(`has no address for ${name} itself`)
  return [...found.values()]
}

const whole = (from: number, to: number) =>
  z
    .string()
    .transform((text) => (/^\d+$/.test(text) ? Number(text) : Number.NaN))
    .refine((n) => n >= from && n <= to, `must be a whole number from ${from} to ${to}`)

const decimal = (from: number, to: number) =>
  z
    .string()
    .transform((text) => (/^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN))
    .refine((n) => n >= from && n <= to, `must be a number from ${from} to ${to}`)

/** An IP address, a network such as 10.0.0.0/8, or one of the names that Fastify knows. */
function isProxy(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true
  const [address = '', bits, ...more] = text.split('/')
  const longest = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  return longest > 0 && more.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= longest))
}

/** Links in mails are this and a path of the portal. */
function isOrigin(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null
  return url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`
}

const gigabyte = 1024 ** 3

/** `name=value,…` with percent-encoded values; null where it is something else. */
function headersIn(text: string): Record<string, string> | null {
  try {
    const pairs = text.split(',').map((pair) => /^\s*([\w-]+)=(.*?)\s*$/.exec(pair))
    return pairs.includes(null)
      ? null
      : Object.fromEntries(pairs.map((pair) => [pair?.[1], decodeURIComponent(pair?.[2] ?? '')]))
  } catch {
    return null
  }
}

function isBucketUrl(text: string, context: z.core.$RefinementCtx): void {
  const address = readBucketUrl(text)
  if (typeof address === 'string') context.addIssue({ code: 'custom', message: address })
}

/** Every setting with a sentence for the operator. `deploy/env.example` is made from it. */
const Environment = z.object({
  NODE_ENV: z
    .enum(['production', 'development', 'test'])
    .default('development')
    .describe('production requires secrets, hides development aids and has no demo tenant.'),
  PUBLIC_URL: z
    .string()
    .refine(
      isOrigin,
      'must be http:// or https:// and a host, such as https://portal.example.com, and nothing behind it',
    )
    .optional()
    .describe('The address that people use; required in production. https: makes cookies Secure and sends HSTS.'),
  SECRET_KEY: z
    .string()
    .refine((key) => key.trim().length >= 32, 'must have at least 32 characters')
    .optional()
    .describe(
      'At least 32 characters; required in production. Signs sessions, seals second factors, mails and signing keys. Make one with `openssl rand -base64 48`, and keep it apart from the backups.',
    ),
  DATABASE_URL: postgresUrl
    .optional()
    .describe(
      'PostgreSQL 15 to 18. Several servers, of which one takes writes at a time: postgres://user:password@one,two/trellis. Without it the included PostgreSQL runs in DATA_DIR.',
    ),
  DATABASE_DIRECT_URL: postgresUrl
    .optional()
    .describe('The address of the database’s owner without a pooler, where it is not DATABASE_URL.'),
  DATABASE_REPLICA_URL: postgresUrl
    .optional()
    .describe(
      'A streaming replica, from which searches and statistics are read while it keeps up. Of several servers (as DATABASE_URL) a standby is taken.',
    ),
  DATABASE_PRIMARIES: z
    .string()
    .transform(readPrimaries)
    .optional()
    .describe(
      'Further PostgreSQL servers that take writes, each with tenants of its own (docs/scaling.md): north=postgres://… south=postgres://…, north.replica=… for a replica of one, separated by spaces. DATABASE_URL is the primary `main`.',
    ),
  DATABASE_CONNECTIONS: whole(4, 200)
    .optional()
    .describe('Connections of a process that serve requests; without it 2 × (processors + 2), at most 24.'),
  PORT: whole(0, 65535).default(3000).describe('Where it listens.'),
  HOST: z
    .string()
    .regex(/^[\w.:%-]+$/, 'must be an address of this machine, such as 127.0.0.1 or 0.0.0.0')
    .default('127.0.0.1')
    .describe('Where it listens; 0.0.0.0 for every interface.'),
  TRUST_PROXY: z
    .string()
    .refine(
      (text) => text.split(',').every((part) => isProxy(part.trim())),
      'must be addresses or networks, such as 127.0.0.1 or 10.0.0.0/8, separated by commas',
    )
    .optional()
    .describe(
      'Addresses or networks (10.0.0.0/8, loopback) of the proxies whose X-Forwarded-* headers count, separated by commas.',
    ),
  SMTP_URL: z
    .string()
    .refine((url) => /^smtps?:\/\/./.test(url) && URL.canParse(url), 'must be smtp://… or smtps://…')
    .optional()
    .describe(
      'The mail server: smtp://user:password@host:587 or smtps://…, special characters percent-encoded. Without it mails are never sent.',
    ),
  MAIL_FROM: z
    .string()
    .refine((text) => addressIn(text) !== null, 'must be an address, or Name <address>')
    .optional()
    .describe('The address that mails come from; without it no-reply@ the tenant’s own host.'),
  DATA_DIR: z
    .string()
    .min(1)
    .default('./.trellis')
    .describe('Folder of the included database, the files without a bucket, and the audit anchors.'),
  STORAGE_URL: z
    .string()
    .superRefine(isBucketUrl)
    .optional()
    .describe(
      'A bucket for files: s3://KEY:SECRET@HOST[:PORT]/BUCKET[?region=…&tls=0&pathStyle=0]. Several processes need one, or a shared folder.',
    ),
  FILE_MAXIMUM_BYTES: whole(1, 5 * gigabyte)
    .default(100 * 1024 * 1024)
    .describe('Bytes of the largest file.'),
  FILE_QUOTA_BYTES: whole(1, Number.MAX_SAFE_INTEGER)
    .default(10 * gigabyte)
    .describe('Bytes of all files of a tenant.'),
  AUDIT_ANCHORS: z
    .string()
    .min(1)
    .optional()
    .describe('Folder of the signed ends of the audit logs, best where the database’s administrator cannot write.'),
  DEFAULT_TENANT: z
    .string()
    .min(1)
    .optional()
    .describe('Code of the tenant at a host name that no tenant has proved; without it the oldest.'),
  SESSION_DAYS: whole(1, 3650)
    .default(90)
    .describe('After how many days a session ends, however often it is used; an unused one ends after 30.'),
  RATE_LIMIT: whole(0, 1_000_000_000)
    .default(30_000)
    .describe('Requests per minute from one client, per process; 0 for no limit.'),
  DRAIN_SECONDS: decimal(0, 8)
    .optional()
    .describe('How long a process keeps serving after a stop signal; 3 in production, else 0.'),
  WEBHOOK_HOSTS: z
    .string()
    .transform((text) => text.split(',').map((host) => host.trim().toLowerCase()))
    .refine((hosts) => hosts.every((host) => URL.canParse(`https://${host}`) && !/[/@?#]/.test(host)), {
      error: 'must be host names, with a port or without, separated by commas',
    })
    .optional()
    .describe(
      'Hosts (erp.internal) or host:port, separated by commas, that webhooks and sign-in by directories may reach on private networks and without TLS.',
    ),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .optional()
    .describe('info in production, else warn.'),
  METRICS_TOKEN: z
    .string()
    .min(16, 'must have at least 16 characters')
    .optional()
    .describe('Bearer token for /metrics; without it only a program on the same machine may read them.'),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('Where traces are sent by OTLP over HTTP, such as http://collector:4318. Without it there are none.'),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .refine((text) => headersIn(text) !== null, 'must be name=value pairs, separated by commas')
    .optional()
    .describe('Headers for that, such as authorization=Bearer%20…, separated by commas, values percent-encoded.'),
  OTEL_SERVICE_NAME: z.string().min(1).default('trellis').describe('The name of the service in traces.'),
  OTEL_TRACES_SAMPLER_ARG: decimal(0, 1).default(1).describe('The share of traces that is sent, from 0 to 1.'),
  DEMO: boolean.optional().describe('1 creates the demo tenant on first run; 0 in production.'),
  OLD_SECRET_KEY: z
    .string()
    .min(32, 'must have at least 32 characters')
    .optional()
    .describe('Only for `portal keys reseal`: the key that SECRET_KEY replaces.'),
})

/** A PostgreSQL server that takes writes, besides `main`. */
export interface PrimaryAddress {
  name: string
  url: string
  replicaUrl?: string
}

export interface Config {
  environment: 'production' | 'development' | 'test'
  port: number
  host: string
  /** Absent: the embedded PostgreSQL in `dataDir`. */
  databaseUrl: string | undefined
  /**
   * URL of the database's owner without a pooler, for migrations, notifications, jobs and long sessions; default:
   * `databaseUrl`.
   */
  databaseDirectUrl: string | undefined
  databaseReplicaUrl: string | undefined
  /** Primaries besides that of `databaseUrl`. Their URLs are those of the owners, without a pooler. */
  databasePrimaries: readonly PrimaryAddress[]
  dataDir: string
  /**
   * Folder for the last hashes of the audit chains, best on another machine than the database; default: in `dataDir`.
   */
  auditAnchors: string
  /** Maximum age of a session in days, however often it is used. */
  sessionDays: number
  publicUrl: string
  /** Absent: created on first run and kept in `dataDir`; production must set it. */
  secretKey: string | undefined
  /** The previous key, for the command that replaces it. */
  oldSecretKey: string | undefined
  smtpUrl: string | undefined
  mailFrom: string | undefined
  /** An S3-compatible bucket for files; absent: a folder in `dataDir`. */
  storageUrl: string | undefined
  /** Maximum size of one file in bytes; at most 5 GiB, the limit of one write to S3. */
  fileMaximumBytes: number
  /** Maximum size of all files of one tenant in bytes. */
  fileQuotaBytes: number
  defaultTenant: string | undefined
  logLevel: string
  /** Bearer token for /metrics; without one, only loopback may read them. */
  metricsToken: string | undefined
  /** Addresses of the proxies whose X-Forwarded-* headers are trusted. */
  trustProxy: string | undefined
  /** Where traces are sent; absent: nowhere. */
  tracing: TraceOptions | undefined
  demo: boolean
  /** How long the process keeps serving after readiness reports the stop. */
  drainSeconds: number
  /** Connections that serve requests; absent: computed from the number of processors. */
  databaseConnections: number | undefined
  /** Requests per minute from one client; 0 for no limit. */
  requestsPerMinute: number
  /** Hosts, or `host:port`, that webhooks and sign-in by directories may reach on private networks and without TLS. */
  webhookHosts: readonly string[]
}

export class ConfigurationError extends OperatorError {}

/** Reads the configuration from environment variables. Throws a ConfigurationError that names every faulty variable. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const { given, faults } = withFiles(
    Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== '')),
  )
  const parsed = Environment.safeParse(given)
  if (!parsed.success) faults.push(...parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`))
  if (given.DATABASE_DIRECT_URL !== undefined && given.DATABASE_URL === undefined)
    faults.push('DATABASE_DIRECT_URL: needs DATABASE_URL beside it')
  if (given.DATABASE_PRIMARIES !== undefined && given.DATABASE_URL === undefined)
    faults.push('DATABASE_PRIMARIES: needs DATABASE_URL beside it')
  if (given.DATABASE_PRIMARIES !== undefined && given.DEFAULT_TENANT === undefined)
    faults.push('DATABASE_PRIMARIES: needs DEFAULT_TENANT, because the oldest tenant is another one in each of them')
  const production = given.NODE_ENV === 'production'
  if (production && given.SECRET_KEY === undefined) faults.push('SECRET_KEY: is required in production')
  if (production && given.PUBLIC_URL === undefined) faults.push('PUBLIC_URL: is required in production')
  if (!parsed.success || faults.length > 0) {
    throw new ConfigurationError(`The configuration is not usable:\n${faults.map((fault) => `  ${fault}`).join('\n')}`)
  }
  const e = parsed.data
  return {
    environment: e.NODE_ENV,
    port: e.PORT,
    host: e.HOST,
    databaseUrl: e.DATABASE_URL,
    databaseDirectUrl: e.DATABASE_DIRECT_URL ?? e.DATABASE_URL,
    databaseReplicaUrl: e.DATABASE_REPLICA_URL,
    databasePrimaries: e.DATABASE_PRIMARIES ?? [],
    dataDir: resolve(e.DATA_DIR),
    auditAnchors: resolve(e.AUDIT_ANCHORS ?? join(e.DATA_DIR, 'audit-anchors')),
    sessionDays: e.SESSION_DAYS,
    publicUrl: (e.PUBLIC_URL ?? `http://localhost:${e.PORT}`).replace(/\/$/, ''),
    secretKey: e.SECRET_KEY,
    oldSecretKey: e.OLD_SECRET_KEY,
    smtpUrl: e.SMTP_URL,
    mailFrom: e.MAIL_FROM,
    storageUrl: e.STORAGE_URL,
    fileMaximumBytes: e.FILE_MAXIMUM_BYTES,
    fileQuotaBytes: e.FILE_QUOTA_BYTES,
    defaultTenant: e.DEFAULT_TENANT,
    logLevel: e.LOG_LEVEL ?? (e.NODE_ENV === 'production' ? 'info' : 'warn'),
    metricsToken: e.METRICS_TOKEN,
    trustProxy: e.TRUST_PROXY,
    tracing:
      e.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
        ? undefined
        : {
            endpoint: e.OTEL_EXPORTER_OTLP_ENDPOINT,
            headers: headersIn(e.OTEL_EXPORTER_OTLP_HEADERS ?? '') ?? {},
            serviceName: e.OTEL_SERVICE_NAME,
            ratio: e.OTEL_TRACES_SAMPLER_ARG,
          },
    demo: e.DEMO ?? !production,
    drainSeconds: e.DRAIN_SECONDS ?? (production ? 3 : 0),
    databaseConnections: e.DATABASE_CONNECTIONS,
    requestsPerMinute: e.RATE_LIMIT,
    webhookHosts: e.WEBHOOK_HOSTS ?? [],
  }
}

/** A variable as the operator reads about it. */
export interface Setting {
  name: string
  text: string
  /** Whether `NAME_FILE` may name a file that contains it. */
  mayBeFile: boolean
  default: string | null
}

export const settings = (): Setting[] =>
  Object.entries(Environment.shape).map(([name, schema]) => ({
    name,
    text: schema.description ?? '',
    mayBeFile: secretVariables.includes(name),
    default: schema instanceof z.ZodDefault ? String(schema.def.defaultValue) : null,
  }))

/** Variables that may contain a secret: each may be given as `NAME_FILE` with the path of a file that contains it. */
const secretVariables = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_REPLICA_URL',
  'DATABASE_PRIMARIES',
  'SECRET_KEY',
  'OLD_SECRET_KEY',
  'SMTP_URL',
  'METRICS_TOKEN',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'STORAGE_URL',
]

/** Replaces `_FILE` variables by the content of their files. Faults name the variable, never the content. */
function withFiles(env: NodeJS.ProcessEnv): { given: NodeJS.ProcessEnv; faults: string[] } {
  const given = { ...env }
  const faults: string[] = []
  for (const name of secretVariables) {
    const file = env[`${name}_FILE`]
    if (file === undefined) continue
    if (env[name] !== undefined) faults.push(`${name}_FILE: ${name} is given as well`)
    try {
      given[name] = readFileSync(file, 'utf8').replace(/\r?\n$/, '')
    } catch (error) {
      faults.push(`${name}_FILE: ${file} cannot be read (${(error as NodeJS.ErrnoException).code})`)
    }
  }
  return { given, faults }
}

import type pg from 'pg'
import { type Finding, findingsAbout } from './finding.ts'

/** Scheduled jobs run every minute; this much later, nobody runs them. */
const lateSchedule = "interval '5 minutes'"
/** A job that could run and has waited this long has found no process for it. */
const lateSeconds = 600

/** Whether some process runs the jobs, and what of them has failed. */
export async function lookAtJobs(client: pg.Client): Promise<Finding[]> {
  const { good, warning, bad } = findingsAbout('jobs')
  const { rows } = await client.query<{ late: boolean | null; oldest: number; failing: string[]; dead: number }>(`
    select (select max(coalesce(last_execution, known_since)) < now() - ${lateSchedule} from graphile_worker._private_known_crontabs) as late,
           (select coalesce(max(oldest_seconds), 0)::int from queue_figures()) as oldest,
           array(select format('%s (%s)', task, failing) from queue_figures() where failing > 0 order by 1) as failing,
           (select count(*)::int from graphile_worker.jobs where attempts >= max_attempts) as dead`)
  const [found] = rows
  if (!found) return []
  const findings: Finding[] = []
  if (found.late !== false)
    findings.push(
      warning('No process has run a scheduled job for five minutes.', 'Start the portal: it runs them itself.'),
    )
  else if (found.oldest > lateSeconds)
    findings.push(
      bad(
        `A job has waited for ${Math.round(found.oldest / 60)} minutes.`,
        'See `portal jobs list` and the log of the processes.',
      ),
    )
  if (found.failing.length > 0)
    findings.push(
      (found.dead > 0 ? bad : warning)(
        `Jobs have failed: ${found.failing.join(', ')}${found.dead > 0 ? `; ${found.dead} are not tried again` : ''}.`,
        'See `portal jobs list` for the reasons, then `portal jobs retry`.',
      ),
    )
  return findings.length > 0 ? findings : [good('They run, and none has failed.')]
}

/** Mails that wait for too long or were given up. */
export async function lookAtMails(client: pg.Client): Promise<Finding[]> {
  const { good, warning } = findingsAbout('mails')
  const { rows } = await client.query<{ tenant: string; failed: number; oldest: number }>(`
    select tenant, sum(mails) filter (where state = 'failed')::int as failed,
           max(oldest_seconds) filter (where state = 'prompt')::int as oldest
    from mail_figures() group by tenant order by tenant`)
  const findings = rows.flatMap(({ tenant, failed, oldest }) => [
    ...(oldest > 300
      ? [warning(`${tenant}: a mail has waited for ${Math.round(oldest / 60)} minutes.`, 'See `portal jobs list`.')]
      : []),
    ...(failed > 0
      ? [
          warning(
            `${tenant}: ${failed} mails of the last 30 days were refused or given up.`,
            `Their reasons, in psql: select set_config('app.tenant', tenant_id::text, false) from tenants where code = '${tenant}'; select kind, last_error, created_at from mails where status = 'failed'.`,
          ),
        ]
      : []),
  ])
  return findings.length > 0 ? findings : [good('None waits for long, and none was given up.')]
}

interface Position {
  standby: boolean
  /** Seconds; null while nothing was replayed. */
  behind: number | null
}

/** `client` is connected to DATABASE_REPLICA_URL. */
export async function lookAtReplica(client: pg.Client): Promise<Finding[]> {
  const { good, warning, bad } = findingsAbout('replica')
  const { rows } = await client.query<Position>(`
    select pg_is_in_recovery() as standby,
           case when pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() then 0
                else extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp()) end::float8 as behind`)
  const { standby, behind } = rows[0] ?? { standby: false, behind: null }
  if (!standby)
    return [
      bad(
        'DATABASE_REPLICA_URL names a primary.',
        'Name a streaming replica of the database, or leave the variable away.',
      ),
    ]
  if (behind === null || behind > 1)
    return [
      warning(
        `It is ${behind === null ? 'not replaying' : `${Math.round(behind)} s behind`}: reads go to the primary.`,
        'See pg_stat_replication on the primary.',
      ),
    ]
  return [good('It is a standby that keeps up.')]
}

/** Maintenance that is on, and easily forgotten. */
export async function lookAtMaintenance(client: pg.Client): Promise<Finding[]> {
  const { warning } = findingsAbout('maintenance')
  const { rows } = await client.query<{ code: string | null; began: Date; isLate: boolean }>(`
    select t.code::text, m.began_at as began, coalesce(m.until < now(), false) as "isLate"
    from maintenances m left join tenants t using (tenant_id) order by t.code nulls first`)
  return rows.map(({ code, began, isLate }) =>
    warning(
      `${code === null ? 'The installation' : `Tenant ${code}`} is in maintenance since ${began.toISOString()}${isLate ? ', longer than was said' : ''}: calls are refused.`,
      `When the work is done: \`portal maintenance off${code === null ? '' : ` --tenant ${code}`}\`.`,
    ),
  )
}
